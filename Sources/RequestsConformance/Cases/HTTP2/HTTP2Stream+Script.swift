extension HTTP2Stream {
    /// The target of the request.
    var path: String { request.first(":path") ?? "" }

    /// Sends a whole response.
    func respond(_ body: String, status: Int = 200, _ fields: [HPACKField] = []) throws {
        try head(status, [HPACKField("content-length", "\(body.utf8.count)")] + fields, ends: body.isEmpty)
        try sendContent(Array(body.utf8), ends: true)
    }

    /// Sends a head.
    func head(_ status: Int = 200, _ fields: [HPACKField] = [], ends: Bool = false) throws {
        try sendFields([HPACKField(":status", "\(status)")] + fields, ends: ends)
    }

    /// Sends any frames.
    func send(_ frames: [HTTP2Frame]) throws {
        try connection.send(frames)
    }

    /// Sends a header block in one or several frames.
    func send(block fields: [HPACKField], ends: Bool = false, splitAt size: Int = 16_384) throws {
        try connection.send { HTTP2Frame.headers($0.encode(fields), on: id, ends: ends, splitAt: size) }
    }
}

extension HTTP2Behavior {
    /// Makes the behavior of a server with settings.
    init(_ settings: [(HTTP2Setting, Int)]) {
        self.init()
        opening = [.settings(settings)]
    }
}
