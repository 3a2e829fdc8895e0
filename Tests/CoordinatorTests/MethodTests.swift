import ControlClient
import Glibc
import RPC
import Testing
import WireFormat

@testable import Coordinator

/// Whether what `Protos/` promises is there.
@Suite struct MethodTests {
    /// The full names of all methods, read from the files.
    private static func methods() -> [String] {
        var root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        root = "/\(root)/Protos/tutti/v1"
        guard let folder = opendir(root) else { return [] }
        defer { closedir(folder) }
        var methods: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(".proto"), let file = fopen("\(root)/\(name)", "r") else { continue }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 4_096)
            var service: Substring = ""
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let words = text.split { " (;{\n".contains($0) }
                if words.first == "service", words.count > 1 { service = words[1] }
                if words.first == "rpc", words.count > 1 { methods.append("tutti.v1.\(service)/\(words[1])") }
            }
        }
        return methods
    }

    @Test func everyCallOfTheProtosIsAnswered() async throws {
        let methods = Self.methods()
        #expect(methods.count >= 33)
        #expect(methods.contains(Wire.HouseService.getStatus.name))
        try await ServedHouse.with { client in
            for name in methods {
                let method = try #require(MethodDescriptor(fullName: name))
                var code = StatusCode.ok
                do throws(RPCError) {
                    // An empty message is a whole one, with every field at its default.
                    _ = try await client.call(method, payload: [])
                } catch {
                    code = error.code
                    #expect(!error.message.isEmpty, "\(name)")
                }
                let isServed = code != .unimplemented || name.hasSuffix("/GetArtwork")
                #expect(isServed && code != .internal && code != .unknown, "\(name): \(code)")
            }
        }
    }

    @Test func aRequestThatDoesNotDecodeIsInvalidArgument() async throws {
        let method = try #require(MethodDescriptor(fullName: Wire.PlayerService.seek.name))
        try await ServedHouse.with { client in
            let error = await #expect(throws: RPCError.self) { try await client.call(method, payload: [0xFF]) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("PlayerService/Seek") == true)
        }
    }
}
