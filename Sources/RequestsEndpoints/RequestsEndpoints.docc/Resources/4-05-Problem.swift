import RequestsEndpoints

struct Problem: Codable, HTTPStatusConvertible {
    let message: String

    var responseStatus: HTTPStatus { .unprocessableContent }
}
