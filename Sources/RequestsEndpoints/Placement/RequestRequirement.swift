import Foundation
import Requests

/// A requirement of ``RequestConvertible`` that an ``EndpointRequest`` may store in addition to its input.
///
/// In Swift, a stored property with the name and the type of a requirement satisfies the requirement.
package enum RequestRequirement: String, CaseIterable {
    case baseURL, endpoint, method, header, queryItems, cookies, bodyProvider, authenticationProvider
    case timeoutInterval, cachePolicy, coding, acceptableStatus, options, envelope

    /// The type of the requirement.
    package var type: Any.Type {
        switch self {
        case .baseURL: URL.self
        case .endpoint: URLPath.self
        case .method: HTTPMethod.self
        case .header: HeaderFields.self
        case .queryItems: [QueryItem].self
        case .bodyProvider: BodyProvider.self
        case .authenticationProvider: AuthenticationProvider.self
        case .timeoutInterval: TimeInterval.self
        case .cachePolicy: URLRequest.CachePolicy.self
        case .coding: Coding.self
        case .acceptableStatus: StatusSet.self
        case .options: RequestOptions.self
        case .cookies: [WebCookie].self
        case .envelope: Envelope.self
        }
    }
}

extension RequestSource {
    /// Returns the value of a requirement for an input that is read.
    ///
    /// The requirement was not sent, so its value comes from the API or the endpoint, or is the default.
    func value(of requirement: RequestRequirement) -> Any? {
        switch requirement {
        case .baseURL: baseURL
        case .endpoint: URLPath("")
        case .method: scheme.requestMethod ?? .get
        case .header: HeaderFields()
        case .queryItems: [QueryItem]()
        case .bodyProvider: BodyProvider.none
        case .authenticationProvider: AuthenticationProvider.none
        case .timeoutInterval: 60 as TimeInterval
        case .cachePolicy: URLRequest.CachePolicy.useProtocolCachePolicy
        case .coding: coding
        case .acceptableStatus: StatusSet.success
        case .options: RequestOptions()
        case .cookies: [WebCookie]()
        case .envelope: Envelope.none
        }
    }
}
