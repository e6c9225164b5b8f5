#if Compression
import Foundation
import Requests
import RequestsCompression
import RequestsEndpoints

struct LogEntry: Codable {
    var text: String
}

struct LogAPI: RequestProviding {
    let baseURL: URL
    @POST("/logs/new") var add: Endpoint<LogEntry, Void>
}

struct CompressionSamples {
    let api: LogAPI

    func bodies(entries: [LogEntry], log: URL) -> [Request<LogAPI, Void>] {
        // Content-Encoding: gzip
        let logs = api.post(.json(entries).compressed(), to: "/logs")
        // compressed while it is sent
        let upload = api.put(.file(log).compressed(.deflate), to: "/logs/7")
        return [logs, upload]
    }

    func endpoint(entry: LogEntry) -> Request<LogAPI, Void> {
        let add = api.request(\.add, entry)
        let small = add.sending(add.bodyProvider.compressed())
        return small
    }
}
#endif
