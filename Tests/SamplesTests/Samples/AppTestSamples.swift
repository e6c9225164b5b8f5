import Requests
import RequestsTesting
import Testing

/// The test of the page "In an app".
@Suite("Samples of the page on apps", .timeLimit(.minutes(1)))
struct AppTestSamples {
    @MainActor
    @Test func `the timeline loads page by page`() async {
        let timeline = Timeline(session: Stub.preview)
        await timeline.loadMore()
        #expect(timeline.statuses.map(\.id) == ["1"])
        await timeline.loadMore()
        #expect(timeline.statuses.map(\.id) == ["1", "2"])
        #expect(!timeline.hasMore)
        await timeline.favourite(timeline.statuses[0])
        #expect(timeline.message == "Log in first.")
    }
}
