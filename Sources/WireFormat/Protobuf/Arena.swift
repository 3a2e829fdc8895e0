import CProtobufC

/// Memory for one C message tree, freed all at once: no path out of encoding or decoding can leak a part of it. Used
/// on one thread.
final class Arena {
    private static let chunkSize = 4_096
    private static let alignment = 16
    /// What a message may make the decoder allocate, in bytes: far above any message of ours, far below a machine's
    /// memory.
    private static let decodingLimit = 64 << 20

    private var chunks: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var remaining = 0
    private var decodingBudget = Arena.decodingLimit

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    var isExhausted: Bool { decodingBudget == 0 }

    /// - Returns: uninitialized memory, aligned for every C type, that lives as long as the arena.
    func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let size = (count + Self.alignment - 1) & ~(Self.alignment - 1)
        if let place = next, size <= remaining {
            next = place + size
            remaining -= size
            return place
        }
        let chunk = UnsafeMutableRawPointer.allocate(
            byteCount: max(size, Self.chunkSize),
            alignment: Self.alignment
        )
        chunks.append(chunk)
        if size < Self.chunkSize {
            next = chunk + size
            remaining = Self.chunkSize - size
        }
        return chunk
    }

    /// For protobuf-c: memory that remembers its size in the 16 bytes before it, or nil once the budget is spent.
    private func allocateSized(_ count: Int) -> UnsafeMutableRawPointer? {
        guard count >= 0, count <= decodingBudget - Self.alignment else {
            decodingBudget = 0
            return nil
        }
        decodingBudget -= count + Self.alignment
        let header = allocate(count + Self.alignment)
        header.storeBytes(of: count, as: Int.self)
        return header + Self.alignment
    }

    /// The size that protobuf-c asked for at `pointer`. protobuf-c allocates exactly a string's bytes and a NUL, so
    /// this gives the length of a string that holds NULs itself.
    /// - Precondition: `pointer` came from protobuf-c through `allocator`.
    static func sizeOfAllocation(at pointer: UnsafeRawPointer) -> Int {
        (pointer - alignment).load(as: Int.self)
    }

    /// The arena as protobuf-c's allocator, valid inside `body` only. Freeing does nothing.
    func withAllocator<R>(_ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> R) -> R {
        var allocator = ProtobufCAllocator(
            alloc: { arena, size in
                guard let arena else { return nil }
                return Unmanaged<Arena>.fromOpaque(arena).takeUnretainedValue().allocateSized(size)
            },
            free: { _, _ in },
            allocator_data: Unmanaged.passUnretained(self).toOpaque()
        )
        return withExtendedLifetime(self) { body(&allocator) }
    }
}
