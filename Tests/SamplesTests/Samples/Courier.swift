import Foundation
import Requests

/// A client that doesn't depend on this library: it delivers parcels, and returns one reply for each.
struct Courier {
    func deliver(_ parcel: sending Parcel) async throws -> Reply {
        var message = OutgoingRequest(
            method: HTTPMethod(parcel.method), url: parcel.url,
            header: HeaderFields(parcel.fields.map { HeaderField(HeaderField.Name($0.name), $0.value) })
        )
        message.options.policy.redirects = .stop
        switch parcel.content {
        case .none: break
        case .bytes(let data): message.body = .data(data)
        case .stream(let stream, _): message.body = .data(try Self.bytes(of: stream))
        case .chunks(let chunks, _): message.body = .data(try await chunks.collect(upTo: 1 << 20))
        }
        let response: TransportResponse
        do {
            response = try await URLSession.shared.send(message)
        } catch let error as TransportError where error.code == .connectionFailed {
            throw CourierProblem()
        } catch {
            throw error
        }
        let fields = response.head.header.map { (name: $0.name.rawValue, value: $0.value) }
        return Reply(status: response.head.status.code, fields: fields, chunks: response.body)
    }

    private static func bytes(of stream: InputStream?) throws -> Data {
        guard let stream else { throw CourierProblem() }
        stream.open()
        defer { stream.close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
            data.append(contentsOf: buffer[..<count])
        }
        return data
    }
}

struct CourierProblem: Error {}

final class Parcel {
    enum Content {
        case none
        case bytes(Data)
        case stream(InputStream?, Int?)
        case chunks(MessageBody, Int?)
    }

    let method: String
    let url: URL
    var fields: [(name: String, value: String)] = []
    var content = Content.none

    init(_ method: String, _ url: URL) {
        self.method = method
        self.url = url
    }

    func add(_ name: String, _ value: String) { fields.append((name, value)) }
}

struct Reply {
    let status: Int
    let fields: [(name: String, value: String)]
    let chunks: MessageBody
}
