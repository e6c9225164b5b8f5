import Foundation
import Requests

struct GitHub: RequestProviding {
    typealias Failure = Problem

    static let live = GitHub(baseURL: URL("https://api.github.com"))
    private static let coding = Coding(keys: .snakeCase, arrays: .commaSeparated)

    let baseURL: URL
    var coding: Coding { Self.coding }
}
