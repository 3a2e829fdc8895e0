private import Glibc

/// How many descriptors the process may have.
package enum OpenFiles {
    /// More than any house needs, and few enough for a program that goes through them all.
    private static let wanted: rlim_t = 65_536

    /// Takes as many as it may have without asking anybody: systemd and shells give 1,024, which is a limit for
    /// programs that use `select`, and nothing here does.
    /// - Returns: the limit from now on.
    package static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        let goal = min(limit.rlim_max, wanted)
        if limit.rlim_cur < goal {
            var raised = limit
            raised.rlim_cur = goal
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(min(limit.rlim_cur, wanted))
    }
}
