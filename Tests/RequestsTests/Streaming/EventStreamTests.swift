import Foundation
import Requests
import TestSupport
import Testing

@Suite("Streams of server-sent events")
struct EventStreamTests {
    typealias Event = ServerSentEvent<String>

    @Test func `an event is a value whose properties can be changed one by one`() {
        let event = Event(type: "add", data: "a", id: "1", retry: .seconds(2))
        var changed = event
        changed.id = "3"
        changed.retry = nil
        changed.type = "remove"
        #expect(changed == Event(type: "remove", data: "a", id: "3"))
        #expect(event == Event(type: "add", data: "a", id: "1", retry: .seconds(2)))
        #expect(Set([event, changed, Event(type: "remove", data: "a", id: "3")]).count == 2)
    }

    @Test(
        arguments: [
            // The examples of the standard (WHATWG HTML, sections 9.2.1 and 9.2.6).
            (
                "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\ndata: third\n\n",
                [
                    Event(data: "This is the first message."),
                    Event(data: "This is the second message, it\nhas two lines."),
                    Event(data: "third"),
                ]
            ),
            (
                "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
                [Event(type: "add", data: "73857293"), Event(type: "remove", data: "2153")]
            ),
            ("data: YHOO\ndata: +2\ndata: 10\n\n", [Event(data: "YHOO\n+2\n10")]),
            (
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
                [Event(data: "first event", id: "1"), Event(data: "second event"), Event(data: " third event")]
            ),
            ("data\n\ndata\ndata\n\ndata:", [Event(data: ""), Event(data: "\n")]),
            ("data:test\n\ndata: test\n\n", [Event(data: "test"), Event(data: "test")]),
            // Line ends.
            ("data: a\r\rdata: b\r\n\r\ndata: c\n\ndata: d\r\n\n", ["a", "b", "c", "d"].map { Event(data: $0) }),
            ("data: a\n\r\ndata: b\r\n\r", ["a", "b"].map { Event(data: $0) }),
            ("\r\n\r\n\n\rdata: a\r\n\r\n", [Event(data: "a")]),
            // A single byte order mark is removed, and only at the start.
            ("\u{FEFF}data: a\n\n", [Event(data: "a")]),
            ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [Event(data: "b")]),
            ("data: a\n\n\u{FEFF}data: b\n\n", [Event(data: "a")]),
            // Fields.
            ("DATA: a\n data: b\ndata : c\nfoo: d\n:data: e\ndata: f\n\n", [Event(data: "f")]),
            ("data: a: b:c\n\n", [Event(data: "a: b:c")]),
            ("event: x\n\ndata: a\n\n", [Event(data: "a")]),
            ("event: x\nevent:\ndata: a\n\n", [Event(data: "a")]),
            ("event: x\nevent: y\ndata: a\n\ndata: b\n\n", [Event(type: "y", data: "a"), Event(data: "b")]),
            // The last identifier counts, but not one that contains NUL.
            (
                "id: 1\n\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\nid:\ndata: d\n\n",
                [Event(data: "a", id: "1"), Event(data: "b", id: "1"), Event(data: "c", id: "1"), Event(data: "d")]
            ),
            ("data: a\nid: ä 1\n\n", [Event(data: "a", id: "ä 1")]),
            // Times consist of digits, and the last one counts.
            (
                "retry: 1500\n\ndata: a\n\nretry: x\nretry: -1\nretry: 1.5\nretry: +7\nretry: \nretry\ndata: b\n\n",
                [Event(data: "a", retry: .milliseconds(1_500)), Event(data: "b", retry: .milliseconds(1_500))]
            ),
            ("retry: 99999999999999999999999\ndata: a\n\n", [Event(data: "a")]),
            ("retry: ٣\nretry: 0\ndata: a\n\n", [Event(data: "a", retry: .zero)]),
            // Incomplete events.
            ("", []), ("data: a", []), ("data: a\n", []), ("data: a\n\ndata: b\nid: 2\n", [Event(data: "a")]),
            ("data: äö€😀\n\n", [Event(data: "äö€😀")]),
        ] as [(String, [Event])])
    func `a stream is read as the standard defines`(text: String, events: [Event]) throws {
        #expect(try StreamFormat.serverSentEvents.parsedEveryWay(text) == Parsed(elements: events))
    }

    @Test(
        arguments: [
            ([0xFF], "\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"), ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are replaced`(bytes: [UInt8], text: String) throws {
        let stream = Array("data: ".utf8) + bytes + Array("\nevent: ".utf8) + bytes + Array("\n\n".utf8)
        #expect(
            try StreamFormat.serverSentEvents.parsedEveryWay(stream)
                == Parsed(elements: [Event(type: text, data: text)]))
    }

    @Test(arguments: [
        "data: a\n\ndata: abcd\ndata: abcd\n\n", "data: a\n\n: a long comment\n\n", "data: a\n\ndata: endless",
    ])
    func `an event over the limit is an error`(text: String) throws {
        let parsed = try StreamFormat.serverSentEvents(limit: 12).parsedEveryWay(text)
        #expect(
            parsed
                == Parsed(
                    elements: [Event(data: "a")], code: .responseTooLarge,
                    message:
                        "event 2 is larger than the limit of 12 bytes: raise the limit with .serverSentEvents(limit:)"))
    }

    @Test func `data is decoded as JSON`() throws {
        struct Tick: Decodable, Equatable { var price: Int }
        let text = "event: tick\nid: 7\ndata: {\"price\":\ndata: 1}\n\ndata: {}\n\n"
        let parsed = try StreamFormat.serverSentEvents(Tick.self).parsedEveryWay(text)
        #expect(parsed.elements == [ServerSentEvent(type: "tick", data: Tick(price: 1), id: "7")])
        #expect(parsed.message == "the data of event 2 could not be decoded as Tick: `price` is missing")
    }

    @Test func `an event can end the stream before the body ends`() throws {
        let text = "data: 1\n\ndata: [DONE] \n\ndata: 2\n\n"
        let parsed = try StreamFormat.serverSentEvents(Int.self, until: "[DONE] ").parsedEveryWay(text)
        #expect(parsed.elements == [ServerSentEvent(data: 1)])
        #expect(parsed.code == nil)
        let other = try StreamFormat.serverSentEvents(Int.self, until: "[DONE]").parsedEveryWay(text)
        #expect(other.code == .decodingFailed)
    }

    @Test(arguments: [
        "text/html", "application/json; charset=utf-8", "x bogus", "", "text/event-stream-foo", "text/event-stream foo",
        "text/event-stream, text/html", "text/event-stream;charset=utf-8, text/html", "text/*", ";;",
    ])
    func `a response of another media type is an error`(type: String) {
        let error = #expect(throws: TransportError.self) {
            try StreamFormat.serverSentEvents.parsed([], header: ["Content-Type": type])
        }
        #expect(error?.code == .decodingFailed)
        #expect(
            error?.message
                == "the response has the Content-Type \(type.debugDescription), but text/event-stream is expected")
    }

    @Test func `a response without a media type is an error`() {
        let error = #expect(throws: TransportError.self) { try StreamFormat.serverSentEvents.parsed([], header: []) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the response has no Content-Type, but text/event-stream is expected")
    }

    @Test(arguments: [
        "text/event-stream", "Text/Event-Stream;charset=utf-8", "text/event-stream ; a=\"b, c\\\"d, e\"",
        "text/event-stream;",
    ])
    func `parameters of the media type are ignored`(type: String) throws {
        let parsed = try StreamFormat.serverSentEvents.parsed(
            [Data("data: ä\n\n".utf8)], header: ["Content-Type": type])
        #expect(parsed.elements == [Event(data: "ä")])
    }

    @Test(arguments: [201, 202, 204, 205, 206, 210, 226, 299])
    func `a success other than 200 is an error, and its body isn't read`(status: Int) async throws {
        let transport = StreamingResponse(status: HTTPStatus(status), header: ["Content-Type": "text/event-stream"]) {
            // The body never ends.
            MessageBody(AsyncThrowingStream<Data, any Error> { _ in })
        }
        let request = AnonymousProvider("http://h").get(from: "/").accepting(.any)
        let error = await #expect(throws: TransportError.self) {
            try await transport.stream(request.receiving(stream: .serverSentEvents))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.message.hasSuffix(", but the accepted statuses are: 200") == true)
        #expect(error?.head?.status.code == status)
    }

    @Test func `no cache may return or store the events`() throws {
        let request = AnonymousProvider("http://h").get(from: "/")
        for message in [
            try request.receiving(stream: .serverSentEvents).resolve(),
            try request.receiving(stream: .serverSentEvents(Int.self)).resolve(),
        ] {
            #expect(message.header[values: .cacheControl] == ["no-store"])
            #expect(message.cachePolicy == .reloadIgnoringLocalCacheData)
        }
        let own = request.setting(headerField: .cacheControl, "max-age=0").with(cachePolicy: .returnCacheDataDontLoad)
        let message = try own.receiving(stream: .serverSentEvents).resolve()
        #expect(message.header[values: .cacheControl] == ["max-age=0"])
        #expect(message.cachePolicy == .returnCacheDataDontLoad)
        #expect(try request.receiving(stream: .lines).resolve().header[.cacheControl] == nil)
        #expect(try request.receiving(stream: .lines).resolve().cachePolicy == .useProtocolCachePolicy)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the identifier starts with the one that the request resumes from`() async throws {
        let transport = StreamingResponse(header: ["Content-Type": "text/event-stream"]) {
            MessageBody(texts: ["data: a\n\nid: 8\ndata: b\n\nid\ndata: c\n\n"])
        }
        let request = AnonymousProvider("http://h").get(from: "/").setting(headerField: "Last-Event-ID", "7")
        var ids: [String] = []
        for try await event in try await transport.stream(request.receiving(stream: .serverSentEvents)) {
            ids.append(event.id)
        }
        #expect(ids == ["7", "8", ""])
    }
}
