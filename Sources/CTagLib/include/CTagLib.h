// TagLib, which is C++, as functions of C.
#pragma once
