package import Foundation
package import Requests
package import RequestsEndpoints

/// An API with one endpoint, to be checked and called.
package struct CheckedOneAPI<Input: Sendable, Output: Sendable>: RequestProviding {
    package var baseURL = URL("https://checked.example/v1")
    package var coding = Coding.standard
    package let it: Endpoint<Input, Output>

    package init(coding: Coding = .standard, it: Endpoint<Input, Output>) {
        self.coding = coding
        self.it = it
    }
}

/// Returns the lines of the error that a check throws.
package func checkedFindings(_ check: () throws -> some Any) -> [String] {
    do {
        _ = try check()
        return []
    } catch {
        return "\(error)".split(separator: "\n").map(String.init)
    }
}
