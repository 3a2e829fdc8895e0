import AudioCore
import Testing

@testable import HTTPSource

/// Servers that want to be asked later.
@Suite struct BusyTests {
    /// How long is waited after an answer; nil: it has failed.
    private func pause(_ lines: String..., plan: inout TransferPlan) -> Interval? {
        var head = ResponseHead()
        for line in lines { _ = head.take(line.utf8) }
        guard case .fail(let failure) = plan.answered(head), case .again(let pause) = plan.ended(failure) else {
            return nil
        }
        return pause
    }

    private var plan: TransferPlan { TransferPlan(uri: "http://a/b", options: HTTPOptions(version: "test")) }

    @Test func theyAreAskedWhenTheyWantIt() {
        var plan = plan
        #expect(pause("HTTP/1.1 503 Busy", "Retry-After: 3", plan: &plan) == .seconds(3))
        #expect(pause("HTTP/1.1 429 Busy", "Retry-After: 1", plan: &plan) == .seconds(1))
        #expect(pause("HTTP/1.1 503 Busy", "Retry-After: 86400", plan: &plan) == .seconds(30))
        #expect(pause("HTTP/1.1 503 Busy", "Retry-After: 99999999999999999999", plan: &plan) == .seconds(4))
        #expect(pause("HTTP/1.1 504 Busy", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT", plan: &plan) == .seconds(8))
        #expect(pause("HTTP/1.1 503 Busy", plan: &plan) == nil)
    }

    @Test func othersAreAskedOnceMoreAtFirst() {
        var plan = plan
        #expect(pause("HTTP/1.1 500 Oh", "Retry-After: 3", plan: &plan) == .milliseconds(500))
        #expect(pause("HTTP/1.1 500 Oh", plan: &plan) == nil)
    }
}
