import Requests
import RequestsEndpoints

/// The credentials that the operations of a document need.
struct OperationSecurity {
    /// The schemes of the document; `nil` if it names none.
    let scheme: OpenAPI.SecurityScheme?

    /// Indicates whether requests need the credentials unless they say otherwise.
    private let isRequired: Bool

    /// Indicates whether something replies to requests without the credentials that they need.
    private let enforcement: Enforcement

    private enum Enforcement {
        case routes, nobody, unknown
    }

    /// Makes the security of an API's document: its requests always have the credentials that the API adds.
    init(of api: some RequestProviding, _ scheme: OpenAPI.SecurityScheme?) {
        self.scheme = scheme ?? OpenAPI.SecurityScheme(of: Self.place(in: api))
        isRequired = self.scheme != nil
        enforcement = .unknown
    }

    /// Makes the security of a document of routes: that which the routes enforce.
    init(of routes: Routes<some RequestProviding>, _ scheme: OpenAPI.SecurityScheme?) {
        self.scheme =
            scheme ?? OpenAPI.SecurityScheme(of: routes) ?? OpenAPI.SecurityScheme(of: Self.place(in: routes.api))
        isRequired = scheme != nil && !routes.areAuthenticated
        enforcement = routes.areAuthenticated ? .routes : .nobody
    }

    private static func place(in api: some RequestProviding) -> AuthenticationProvider.Place? {
        api.request(to: "", using: .get).authenticationProvider.place
    }

    /// Returns the problem of an endpoint; `nil` if there is none.
    func problem(_ requirement: AuthenticationRequirement) -> String? {
        guard requirement == .required else { return nil }
        if enforcement == .nobody { return "needs credentials, and the routes accept none: add `authenticating(by:)`" }
        return scheme == nil ? "needs credentials of a scheme that nothing names; pass `security:`" : nil
    }

    /// Returns the Security Requirement Objects of an endpoint (OpenAPI 3.1.1, section 4.8.30); `nil` without a scheme.
    func requirements(_ requirement: AuthenticationRequirement) -> JSONValue? {
        guard let scheme else { return nil }
        let needed = scheme.schemes.map { JSONValue.object([$0.key: []]) }
        return switch requirement {
        case .none: []
        case .optional: .array(isRequired ? needed : [[:]] + needed)
        case .required: .array(needed)
        }
    }

    /// Returns whether the routes reply to some requests of an endpoint with a 401.
    func canRefuse(_ requirement: AuthenticationRequirement) -> Bool { enforcement == .routes && requirement != .none }
}
