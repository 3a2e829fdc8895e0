private import CLinux
private import Glibc

/// Where a service keeps what must survive it.
package enum StateDirectory {
    /// `explicit`, else $STATE_DIRECTORY (systemd), else $XDG_STATE_HOME/tutti, else ~/.local/state/tutti.
    package static func resolve(_ explicit: String?, environment: (String) -> String? = Self.environment) -> String {
        if let explicit, !explicit.isEmpty { return explicit }
        if let list = environment("STATE_DIRECTORY"), let first = list.split(separator: ":").first {
            return String(first)
        }
        if let base = environment("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/tutti" }
        return (environment("HOME") ?? "/var/lib") + "/.local/state/tutti"
    }

    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Makes the folder with its parents where it is missing, and checks that files can be made in it.
    package static func prepare(_ path: String) throws(SystemError) {
        // What stands for bytes that are no text: another folder than the one that was meant.
        if path.unicodeScalars.contains("\u{FFFD}") {
            throw SystemError("cannot use \(path) as the state folder, whose name has to be UTF-8", code: EILSEQ)
        }
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            if mkdir(partial, 0o700) != 0, errno != EEXIST {
                throw SystemError("cannot make the state folder \(path) (at \(partial))", code: errno)
            }
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw SystemError("cannot use \(path) as the state folder", code: ENOTDIR)
        }
        if access(path, W_OK | X_OK) != 0 {
            throw SystemError("cannot write to the state folder \(path)", code: errno)
        }
    }
}
