import RequestsEndpoints

nonisolated struct Problem: Codable, HTTPStatusConvertible {
    let message: String

    var responseStatus: HTTPStatus { .unprocessableContent }
}
