import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Checks of endpoints", .timeLimit(.minutes(1))) struct EndpointCheckTests {
    typealias In = CheckedInput

    static let bad: [CheckedEndpoint] = [
        .init(Endpoint(.get, "/a/{id"), In.ID(), "`it` (GET /a/{id): the path contains a `{` without a `}`"),
        .init(
            Endpoint(.get, "/a/{}"), In.OptionalID(), "`it` (GET /a/{}): the path contains a placeholder without a name"
        ),
        .init(
            Endpoint(.get, "https://other.example/a"), In.OptionalID(),
            "`it` (GET https://other.example/a): the path is a whole URL: use URLPath(link:) if the URL has "
                + "the same origin as the base URL"),
        .init(
            Endpoint(.get, "/a/../{id}"), In.ID(),
            "`it` (GET /a/../{id}): a segment of the path is `.` or `..`, which would change the path"),
        .init(
            Endpoint("GE T", "/a"), In.OptionalID(),
            "`it` (GE T /a): the method \"GE T\" is not a valid token (RFC 9110, section 9.1)"),
        .init(
            Endpoint(.get, "/a").adding(headerField: HeaderField("X Y", "a")), In.OptionalID(),
            "`it` (GET /a): the field name \"X Y\" contains a byte that isn't allowed in a token (RFC 9110, section 5.1)"
        ),
        .init(
            Endpoint(.get, "/a/{id}/{list}"), In.ID(),
            "`it` (GET /a/{id}/{list}): there is no property for the placeholder `list`"),
        .init(
            Endpoint(.get, "/a"), In.PathID(), "`it` (GET /a): the path has no placeholder for `id`"),
        .init(
            Endpoint(.get, "/a/{ID}"), In.PathID(), "`it` (GET /a/{ID}): the path has no placeholder for `id`",
            "`it` (GET /a/{ID}): there is no property for the placeholder `ID`"),
        .init(
            Endpoint(.post, "/a"), In.TwoBodies(),
            "`it` (POST /a): `one` and `two` are declared as the whole body, but only one property can be the whole body"
        ),
        .init(
            Endpoint(.get, "/a/{id}"), In.WholeBody(),
            "`it` (GET /a/{id}): `whole` is in the body, but a GET request has no body"),
        .init(
            Endpoint("TRACE", "/a"), In.ID(), "`it` (TRACE /a): `id` is in the body, but a TRACE request has no body"),
        .init(
            Endpoint(.post, "/a"), In.BodyAndField(),
            "`it` (POST /a): `whole` is the whole body, so `field` can't be a part of the body"),
        .init(
            Endpoint(.get, "/a"), In.Names(), coding: .snakeCase,
            "`it` (GET /a): `userName` and `user_name` both map to `user_name` in the query"),
        .init(
            Endpoint(.post, "/a"), In.Names(), coding: .snakeCase,
            "`it` (POST /a): `userName` and `user_name` both map to `user_name` in the body"),
        .init(
            Endpoint(.get, "/a/{user_name}"), In.Names(), coding: .snakeCase,
            "`it` (GET /a/{user_name}): `userName` and `user_name` both map to the placeholder `user_name`"),
        .init(
            Endpoint(.get, "/a?v=2"), In.Version(),
            "`it` (GET /a?v=2): `v` maps to `v` in the query, but every request already contains that query item"),
        .init(
            Endpoint(.get, "/a").adding(headerField: HeaderField("trace-id", "x")), In.Group(),
            "`it` (GET /a): `traceID` maps to the header field Trace-Id, but every request already contains that field"),
        .init(
            Endpoint(.get, "/a"), In.Fields(),
            "`it` (GET /a): `traceID` and `traceId` both map to the header field Trace-Id"),
        .init(
            Endpoint(.get, "/a"), In.Framing(),
            "`it` (GET /a): `contentLength` maps to the header field Content-Length, but the transport sets that field",
            "`it` (GET /a): `host` maps to the header field Host, but the transport sets that field"),
        .init(
            Endpoint(.get, "/a").adding(headerField: HeaderField("Cookie", "a=b")), In.CookieText(),
            "`it` (GET /a): `session` is a cookie, but every request already contains the header field Cookie"),
        .init(
            Endpoint(.get, "/a"), In.Nameless(), "`it` (GET /a): `A B` isn't a valid header field name",
            "`it` (GET /a): `c;d` isn't a valid cookie name"),
        .init(Endpoint(.get, "/a"), In.Status(), "`it` (GET /a): `status` has a wrapper that only responses support"),
        .init(Endpoint(.get, "/a"), In.Failure(), "`it` (GET /a): `problem` has a wrapper that only responses support"),
        .init(
            Endpoint(.get, "/a/{id}"), In.OptionalID(),
            "`it` (GET /a/{id}): `id` is optional, but the path requires a value"),
        .init(
            Endpoint(.get, "/a/{ids}"), In.IDs(),
            "`it` (GET /a/{ids}): the value of `ids` isn't a single string, number, date or raw value"),
        .init(
            Endpoint(.get, "/a"), In.HeaderObject(),
            "`it` (GET /a): the value of `point` isn't a single string, number, date or raw value"),
        .init(
            Endpoint(.get, "/a"), In.CookieObject(),
            "`it` (GET /a): the value of `point` isn't a single string, number, date or raw value"),
        .init(
            Endpoint(.get, "/a/{x}/{y}"), 1,
            "`it` (GET /a/{x}/{y}): an input that is a single value can't fill 2 placeholders"),
        .init(
            Endpoint(.get, "/a"), 1,
            "`it` (GET /a): an input that is a single value needs a placeholder in the path, or an HTTP method with a body"
        ),
        .init(
            Endpoint(.get, "/a/{x}"), [1],
            "`it` (GET /a/{x}): the value of `x` isn't a single string, number, date or raw value"),
        .init(
            Endpoint(.get, "/a"), In.ClashingGroup(),
            "`it` (GET /a): `page` and `page` both map to `page` in the query"),
    ]

    static let good: [CheckedEndpoint] = [
        .init(Endpoint(.get, "/a/{id}"), In.ID()), .init(Endpoint(.post, "/a"), In.ID()),
        .init(Endpoint(.get, "/a/:id"), In.PathID()), .init(Endpoint(.get, "/a"), In.OptionalID(id: 3)),
        .init(Endpoint(.get, "/a"), In.IDs()), .init(Endpoint(.get, "/a"), In.IDs(ids: [])),
        .init(Endpoint(.delete, "/a/{id}"), In.WholeBody()),
        .init(Endpoint(.delete, "/a"), In.CookieText()), .init(Endpoint(.put, "/a/{id}"), In.WholeBody()),
        .init(Endpoint(.post, "/a"), In.Names()), .init(Endpoint(.get, "/a?w=2"), In.Version()),
        .init(Endpoint(.post, "/a?v=2"), In.Version()), .init(Endpoint(.post, "/a"), In.ContentType()),
        .init(Endpoint(.post, "/a/{id}"), In.Grouped()), .init(Endpoint(.post, "/a"), In.Empty()),
        .init(Endpoint(.get, "/a"), In.Empty()),
        .init(Endpoint(.post, "/a").example(input: In.Enums()), In.Enums()),
        .init(Endpoint(.get, "/{order}/{level}"), In.PathEnum()),
        .init(Endpoint(.post, "/a"), In.UnlistedQuery(order: .oldest)),
        .init(Endpoint(.get, "/a/{id}"), In.Wide()), .init(Endpoint(.post, "/a"), In.Wide()),
        .init(Endpoint(.get, "/{key}/{email}/{date}"), In.Keys()),
        .init(Endpoint(.post, "/a").example(input: In.Recursive()), In.Recursive()),
        .init(Endpoint(.post, "/a"), ["a": 1]), .init(Endpoint(.post, "/a"), [1, 2]),
        .init(Endpoint(.get, "/a/{id}"), 7), .init(Endpoint(.post, "/a"), "text"),

        .init(Endpoint(.post, "/a").example(input: .circle(radius: 1)), In.Shape.circle(radius: 1)),
        .init(Endpoint(.get, "/a/{order}"), In.Order.newest),
    ]

    @Test(arguments: bad) func `a mistake is found, and its input doesn't arrive`(_ endpoint: CheckedEndpoint) async {
        #expect(endpoint.findings() == endpoint.expected)
        #expect(await !endpoint.arrives())
    }

    @Test(arguments: good) func `an input that arrives passes the check`(_ endpoint: CheckedEndpoint) async {
        #expect(endpoint.findings() == [])
        #expect(await endpoint.arrives())
    }

    @Test func `an enum that doesn't list its cases needs an example`() {
        let unlisted = CheckedOneAPI(it: Endpoint<In.Unlisted, Void>(.post, "/a"))
        let finding = """
            `it` (POST /a): the input `Unlisted` can't be inspected, because no sample value could be created for `order`: add an \
            example of the input
            """
        #expect(checkedFindings { try unlisted.check() } == [finding])
        let example = CheckedOneAPI(it: Endpoint<In.Unlisted, Void>(.post, "/a").example(input: In.Unlisted()))
        #expect(checkedFindings { try example.check() } == [])
    }

    @Test func `an endpoint without an input has no placeholders`() {
        let api = CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a/{id}"))
        #expect(
            checkedFindings { try api.check() }
                == ["`it` (GET /a/{id}): there is no property for the placeholder `id`"])
    }

    @Test func `an output has no wrappers of inputs, and only one body`() {
        let misplaced = CheckedOneAPI(it: Endpoint<Void, In.Misplaced>(.get, "/a"))
        #expect(
            checkedFindings { try misplaced.check() } == [
                "`it` (GET /a): the output's `id` has a wrapper that only inputs support",
                "`it` (GET /a): the output's `page` has a wrapper that only inputs support",
            ])
        let bodies = CheckedOneAPI(it: Endpoint<Void, In.TwoBodies>(.get, "/a"))
        #expect(
            checkedFindings { try bodies.check() }
                == [
                    "`it` (GET /a): `one` and `two` are declared as the whole body, but only one property can be the whole body"
                ])
        let names = CheckedOneAPI(coding: .snakeCase, it: Endpoint<Void, In.Names>(.get, "/a"))
        #expect(
            checkedFindings { try names.check() }
                == [
                    "`it` (GET /a): the output's `userName` and `user_name` both map to `user_name` in the body"
                ])
    }

    @Test func `an output with a status that has no content is found`() throws {
        for status in [HTTPStatus.noContent, .resetContent, .notModified] {
            let text = CheckedOneAPI(it: Endpoint<Void, String>(.get, "/a").status(status))
            let lost = "has no content, so"
            #expect(
                checkedFindings { try text.check() } == [
                    "`it` (GET /a): a response with the status \(status) \(lost) the output would not be sent"
                ])
            let stream = CheckedOneAPI(it: Endpoint<Void, ElementStream<String>>(.get, "/a").status(status))
            #expect(checkedFindings { try stream.check() } == checkedFindings { try text.check() })
            let field = CheckedOneAPI(it: Endpoint<Void, In.ID>(.get, "/a").status(status))
            #expect(
                checkedFindings { try field.check() } == [
                    "`it` (GET /a): a response with the status \(status) \(lost) the output's `id` would not be sent"
                ])
            let body = CheckedOneAPI(it: Endpoint<Void, In.BodyAlone>(.get, "/a").status(status))
            #expect(
                checkedFindings { try body.check() } == [
                    "`it` (GET /a): a response with the status \(status) \(lost) the output's `whole` would not be sent"
                ])
            try CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a").status(status)).check()
            try CheckedOneAPI(it: Endpoint<Void, In.HeaderAlone>(.get, "/a").status(status)).check()
            try CheckedOneAPI(it: Endpoint<Void, In.StatusAndBody>(.get, "/a").status(status)).check()
        }
        let interim = CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a").status(103))
        #expect(
            checkedFindings { try interim.check() }
                == ["`it` (GET /a): the status must be from 200 to 999, but is 103 Early Hints"])
    }

    @Test func `one endpoint can be checked alone, with or without an input`() throws {
        try CheckedOneAPI(it: Endpoint<In.ID, Void>(.get, "/a/{id}")).check(\.it)
        try CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a")).check(\.it)
        let api = CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a/{id}"))
        #expect(
            checkedFindings { try api.check(\.it) } == [
                "`it` (GET /a/{id}): there is no property for the placeholder `id`"
            ])
    }

    @Test func `the localized description names the problem as well`() {
        let api = CheckedOneAPI(it: Endpoint<Void, Void>(.get, "/a/{id}"))
        let error = #expect(throws: EndpointProblems.self) { try api.check() }
        #expect(error?.localizedDescription == "`it` (GET /a/{id}): there is no property for the placeholder `id`")
        let served: any Error = ServingError(.conflict, "there is one")
        #expect(served.localizedDescription == "\(served)")
    }
}
