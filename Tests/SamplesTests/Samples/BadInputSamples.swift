import Foundation
import Requests

struct BadInputSamples {
    let api = AnonymousProvider("https://h")

    func check(_ name: String, show: (String) -> Void) {
        let request = api.get(.text, from: "/users/\(name)")
        do {
            let message = try request.resolve()
            show("\(message.url)")  // https://h/users/a%2Fb for the name "a/b"
        } catch {
            show("\(error.code)")  // invalidPath for the name ".."
        }
    }
}
