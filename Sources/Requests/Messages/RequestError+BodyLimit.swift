import Foundation

extension RequestError {
    /// The maximum number of body bytes that an error keeps.
    private static var bodyLimit: Int { 65_536 }

    /// Returns the beginning of a body that an error keeps.
    static func keptBody(_ body: Data) -> Data {
        body.count > bodyLimit ? Data(body.prefix(bodyLimit)) : body
    }
}
