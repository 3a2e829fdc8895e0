import OptionParsing
package import RPC

/// What every command takes, before or after its name.
package struct GlobalOptions: Sendable {
    package var endpoint: Endpoint
    package var security: TransportSecurity
    package var json: Bool
    /// An id or a name; empty: the default zone.
    package var zone: String

    package static let defaultPort: UInt16 = 7_700

    static let coordinator = Option(
        "coordinator",
        short: "c",
        ValueType<Endpoint>(placeholder: "HOST[:PORT]") { (text) throws(ValueProblem) in
            do throws(RPCError) {
                return try Endpoint(parsing: text, defaultPort: defaultPort)
            } catch {
                throw ValueProblem(error.message)
            }
        },
        default: Endpoint(host: "127.0.0.1", port: defaultPort),
        environment: "TUTTI_COORDINATOR",
        help: "the coordinator to talk to"
    )
    static let insecure = Flag("insecure", help: "talk to another machine although nothing is encrypted yet")
    static let json = Flag("json", help: "print one JSON object (events and --watch: one per line)")

    static let zone = Option(
        optional: "zone",
        .text.named("NAME").completing(.zones),
        environment: "TUTTI_ZONE",
        help: "the zone that is meant (default: the one that is always there)"
    )

    static var declarations: [OptionDeclaration] {
        [coordinator.declaration, insecure.declaration, json.declaration, zone.declaration]
    }

    init(_ parsed: ParsedArguments) {
        endpoint = parsed[Self.coordinator]
        security = .clear(allowInsecure: parsed[Self.insecure])
        json = parsed[Self.json]
        zone = parsed[Self.zone] ?? ""
    }
}
