import Foundation
import Requests

#if Logging
import Logging
import RequestsLogging
#endif

struct LoggingSamples<Session: Transport> {
    let session: Session
    let tokens: BearerTokens
    let write: @Sendable (String) -> Void

    func logged() -> some Transport {
        let logged = session.retrying().authenticating(with: tokens).logging { entry in
            write("\(entry.level) \(entry)")
        }
        return logged
    }

    func less(log: @escaping @Sendable (RequestLogEntry) -> Void) -> [any Transport] {
        let failures = session.logging(level: .warning) { entry in write(entry.details) }
        let some = session.logging { entry in
            if entry.api == GitHub.self, entry.host != "status.example.com" { log(entry) }
        }
        let slow = session.logging { entry in
            if entry.duration > .seconds(1) { log(entry) }
        }
        let commands = session.logging(level: .warning) { entry in write(entry.cURL) }
        let off = session.logging(level: nil, to: log)
        return [failures, some, slow, commands, off]
    }

    #if Logging
    func swiftLog() -> some Transport {
        let logged = session.logging(to: Logger(label: "com.example.api"), level: .info)
        return logged
    }
    #endif
}

struct Vault {
    let baseURL: URL
}

extension Vault: RequestProviding {
    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<Vault, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(
                \.sensitiveNames, ["pin": true, "X-Door": true, "token": false])
    }
}
