import Foundation
import Requests

extension TransportConformance {
    /// The values of a head that refer to places: the range of a part, and the URL of a new resource.
    static let places: [ConformanceCase] = [
        ConformanceCase(.responses, "a part by its range") { stage in
            let server = try stage.serve(responding: { request in
                guard request.first("Range") == "bytes=-3" else { return RawServer.ok("0123456789") }
                return RawServer.response(
                    status: 206, reason: "Partial Content", fields: [("Content-Range", "bytes 7-9/10")], body: "789")
            })
            let request = server.request().setting(headerField: .range(suffix: 3))
            let head = try await stage.expect(request, .response(206, "789")).response?.head
            try stage.expect(head?.contentRange?.bytes, 7...9, "the bytes")
            try stage.expect(head?.contentRange?.completeLength, 10, "the complete length")
        },
        ConformanceCase(.responses, "the Location of a new resource") { stage in
            let server = try stage.serve(responding: { _ in
                RawServer.response(status: 201, reason: "Created", fields: [("Location", "../b%2Fc?d=%20")])
            })
            let head = try await stage.expect(server.request(.post, "/a/new"), .response(201, "")).response?.head
            try stage.expect(head?.location?.absoluteString, "\(server.origin)/b%2Fc?d=%20", "the Location")
        },
    ]
}

extension Response {
    /// The head of the response.
    fileprivate var head: ResponseHead { ResponseHead(status: HTTPStatus(status), header: header, urlText: url) }
}
