import Requests
import RequestsEndpoints

/// The credentials that the operations of a document require.
struct OperationSecurity {
    /// The schemes of the document; `nil` if there are none.
    let scheme: OpenAPI.SecurityScheme?

    /// Indicates whether requests require the credentials by default.
    private let isRequired: Bool

    /// The part that rejects requests without required credentials.
    private let enforcement: Enforcement

    private enum Enforcement {
        case routes, nobody, unknown
    }

    /// Makes the security for an API's document, in which requests always include the credentials that the API adds.
    init(of api: some RequestProviding, _ scheme: OpenAPI.SecurityScheme?) {
        self.scheme = scheme ?? OpenAPI.SecurityScheme(of: Self.place(in: api))
        isRequired = self.scheme != nil
        enforcement = .unknown
    }

    /// Makes the security for a document of routes, as the routes enforce it.
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
        if enforcement == .nobody {
            return "requires credentials, but the routes don't authenticate requests: add `authenticating(by:)`"
        }
        guard scheme == nil else { return nil }
        return "requires credentials, but the document doesn't declare a security scheme: pass `security:`"
    }

    /// Returns the schemes.
    ///
    /// OAuth 2.0 schemes list all scopes that endpoints require.
    func schemes(with scopes: [String]) -> JSONValue? {
        guard let scheme else { return nil }
        return .object(
            JSONValue.Object(
                scheme.schemes.map { name, scheme in
                    guard case .object(var members) = scheme, case .object(var flows)? = members["flows"] else {
                        return (key: name, value: scheme)
                    }
                    for (flow, value) in flows {
                        guard case .object(var value) = value else { continue }
                        var known = value["scopes"]?.object ?? [:]
                        for scope in scopes where known[scope] == nil { known[scope] = "" }
                        value["scopes"] = .object(known)
                        flows[flow] = .object(value)
                    }
                    members["flows"] = .object(flows)
                    return (key: name, value: .object(members))
                }))
    }

    /// Returns the Security Requirement Objects of an endpoint (OpenAPI 3.1.1, section 4.8.30); `nil` without a scheme.
    func requirements(_ requirement: AuthenticationRequirement, scopes: [String]) -> JSONValue? {
        guard let scheme else { return nil }
        let scopes = scopes.map(JSONValue.string)
        let needed = scheme.schemes.map { name, scheme in
            // Only these schemes have scopes. Since OpenAPI 3.1, other schemes may list roles.
            let hasScopes = ["oauth2", "openIdConnect"].contains(scheme["type"]?.string)
            return JSONValue.object([name: .array(hasScopes ? scopes : [])])
        }
        return switch requirement {
        case .none: []
        case .optional: .array(isRequired ? needed : [[:]] + needed)
        case .required: .array(needed)
        }
    }

    /// Returns whether the routes can send a 401 in response to an endpoint's requests.
    func canRefuse(_ requirement: AuthenticationRequirement) -> Bool { enforcement == .routes && requirement != .none }
}
