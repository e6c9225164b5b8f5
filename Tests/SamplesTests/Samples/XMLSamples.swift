#if XML
import Foundation
import Requests
import RequestsEndpoints
import RequestsXML
import XMLCoder

struct Memo: Codable {
    @Attribute var lang: String
    var title: String
    var sentAt: Date
}

struct MemoResponse: Decodable {
    @HeaderValue var eTag: String
    var title: String
}

struct XMLSamples<Session: Transport> {
    let session: Session
    let api: GitHub

    func send(_ memo: Memo) -> Request<GitHub, Void> {
        // <?xml version="1.0" encoding="UTF-8"?>
        // <memo lang="en"><title>Tea</title><sent_at>2024-05-01T12:00:00Z</sent_at></memo>
        let sent = api.post(.xml(memo, root: "memo"), to: "/memos")
        return sent
    }

    func receive() async throws -> (Memo, MemoResponse) {
        let memo = try await session.perform(api.get(.xml(Memo.self), from: "/memos/1"))
        let declared = try await session.perform(
            api.get(.declared(MemoResponse.self, body: .xml), from: "/memos/1"))
        return (memo, declared)
    }
}
#endif
