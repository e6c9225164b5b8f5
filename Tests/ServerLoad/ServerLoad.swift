import Foundation
import Requests
import TransportSoak

/// Sends a load to a server, and prints the outcomes.
///
/// `.ci/load.py` starts this program once for each row of its table, because a fault of a client may end the process.
@main struct ServerLoad {
    private static let usage = """
        usage: ServerLoad <url> name=value …
          transport=asynchttpclient|libcurl   version=2|1.1   authority=<file in PEM>
          gets=10000 posts=3000 lanes=16 timeout=10

               ServerLoad serve <certificate> <key> <log>     Hummingbird
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        #if Hummingbird
        if arguments.first == "serve", arguments.count == 4 {
            return try await HummingbirdServer.run(
                certificate: arguments[1], key: arguments[2], log: URL(filePath: arguments[3]))
        }
        #endif
        guard let url = arguments.first.flatMap({ URL(string: $0) }), url.scheme != nil else {
            print(usage)
            exit(64)
        }
        let options = arguments.dropFirst().reduce(into: [String: String]()) { options, argument in
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { options[parts[0]] = parts[1] }
        }
        func number(_ name: String, _ standard: Int) -> Int { options[name].flatMap { Int($0) } ?? standard }
        let client = try LoadClient(
            options["transport"] ?? "", isHTTP2: options["version"] != "1.1",
            authority: URL(filePath: options["authority"] ?? ""))
        let load = Load(
            client.transport, url, lanes: number("lanes", 16), timeout: .seconds(number("timeout", 10)))
        await load.run(gets: number("gets", 10_000), posts: number("posts", 3_000))
        try await client.shutDown()
    }
}
