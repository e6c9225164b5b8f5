import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The parts of Alamofire (5.10) that the sample uses. Their responses come from memory.

protocol URLRequestConvertible: Sendable {
    func asURLRequest() throws -> URLRequest
}

/// Responds to every user with their own login.
final class Session: Sendable {
    static let `default` = Session()

    func request(_ convertible: some URLRequestConvertible) -> DataRequest {
        DataRequest(result: Result { try convertible.asURLRequest() })
    }
}

let AF = Session.default

struct DataRequest {
    let result: Result<URLRequest, any Error>

    func serializingData() -> DataTask { DataTask(result: result) }
}

struct DataTask {
    let result: Result<URLRequest, any Error>

    var response: DataResponse {
        get async {
            do {
                let url = try result.get().url
                let login = url?.lastPathComponent ?? ""
                let response = url.flatMap {
                    HTTPURLResponse(
                        url: $0, statusCode: login == "nobody" ? 404 : 200, httpVersion: nil, headerFields: nil)
                }
                return DataResponse(
                    response: response, data: Data(#"{"login":"\#(login)","followers":1}"#.utf8), error: nil)
            } catch {
                return DataResponse(response: nil, data: nil, error: error)
            }
        }
    }
}

struct DataResponse {
    let response: HTTPURLResponse?
    let data: Data?
    let error: (any Error)?
}
