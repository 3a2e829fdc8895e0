#pragma once
// What Swift cannot call itself: variadic functions, macros, and names that need _GNU_SOURCE.
