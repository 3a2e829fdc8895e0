import CNNG

/// nng's own threads, which carry every message.
package enum NNGThreads {
    /// Makes them now, with the scheduling of the calling thread: nng makes them with its first socket, and threads
    /// inherit how they are scheduled. Does nothing where a socket was opened before.
    package static func start() {
        var socket = nng_socket()
        if nng_sub0_open(&socket) == 0 { nng_close(socket) }
    }
}
