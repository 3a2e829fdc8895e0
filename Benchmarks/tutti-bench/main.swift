import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let rest = Array(arguments.dropFirst())
let isDone =
    switch arguments.first {
    case "clock": ClockBenchmark.run(rest)
    case "sync": SyncBenchmark.run(rest)
    case "hours": HoursBenchmark.run(rest)
    case "resample": ResampleBenchmark.run()
    case "crowd": Crowd.run(rest)
    case "tone": ToneBenchmark.run(rest)
    default:
        {
            print(
                """
                usage: tutti-bench clock [SECONDS [ROOMS]] | clock FILE | sync [SECONDS [PPM]] | hours [HOURS [PPM]] | resample
                       tutti-bench crowd ADDRESS ROOMS SECONDS | tone ADDRESS SECONDS CARD [HERTZ]
                """
            )
            return false
        }()
    }
exit(isDone ? 0 : 2)
