import CommandLineTool
import Glibc
import LinuxSystem
import OptionParsing

StandardDescriptors.fill()
// A reader that goes away is noticed by the write that fails.
signal(SIGPIPE, SIG_IGN)
let code = Tool.run(ProcessArguments.all, outside: LiveOutside.make())
// Ends without the destructors of libraries: their threads hold nothing that must be saved.
_exit(code.rawValue)
