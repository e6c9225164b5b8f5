import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The parts of Moya (15) that the samples use.
enum Moya {
    struct Method: Sendable {
        let rawValue: String

        static let get = Method(rawValue: "GET")
        static let post = Method(rawValue: "POST")
    }

    enum Task {
        case requestPlain
        case requestJSONEncodable(any Encodable)
    }

    protocol TargetType {
        var baseURL: URL { get }
        var path: String { get }
        var method: Moya.Method { get }
        var task: Moya.Task { get }
        var headers: [String: String]? { get }
    }

    struct Endpoint {
        let url: String
        let method: Moya.Method
        let task: Moya.Task
        let headers: [String: String]?

        func urlRequest() throws -> URLRequest {
            guard let url = URL(string: url) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = method.rawValue
            request.allHTTPHeaderFields = headers
            if case .requestJSONEncodable(let value) = task {
                request.httpBody = try JSONEncoder().encode(value)
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            }
            return request
        }
    }

    enum MoyaProvider<Target: TargetType> {
        static func defaultEndpointMapping(for target: Target) -> Endpoint {
            Endpoint(
                url: target.baseURL.appendingPathComponent(target.path).absoluteString, method: target.method,
                task: target.task, headers: target.headers)
        }
    }

    struct StatusError: Error {}

    struct Response {
        let statusCode: Int
        let data: Data

        func filterSuccessfulStatusCodes() throws -> Response {
            guard (200...299).contains(statusCode) else { throw StatusError() }
            return self
        }

        func map<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }
    }
}
