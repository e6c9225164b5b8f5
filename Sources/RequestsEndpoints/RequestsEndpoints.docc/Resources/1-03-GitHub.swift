import Foundation
import Requests

struct GitHub: RequestProviding {
    static let live = GitHub(baseURL: URL("https://api.github.com"))

    let baseURL: URL
}
