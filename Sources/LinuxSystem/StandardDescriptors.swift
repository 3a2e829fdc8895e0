private import CLinux

/// Standard input, output and error.
package enum StandardDescriptors {
    /// Call it first thing in `main`. A program may be started with some of them closed; a socket or a database that
    /// got such a number would be sent what is meant for the terminal. Afterwards reading such a one ends at once and
    /// writing fails with EBADF.
    package static func fill() { tutti_fill_standard_descriptors() }
}
