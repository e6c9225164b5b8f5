import Foundation
import Requests

struct CourierTransport: Transport {
    let courier: Courier

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let parcel = Parcel(message.method.rawValue, message.url)
            for field in message.header {
                parcel.add(field.name.rawValue, field.value)
            }
            switch message.body {
            case .none: break
            case .data(let data): parcel.content = .bytes(data)
            case .file(let url):
                parcel.content = .stream(InputStream(url: url), message.body.length)
            case .stream(let length, let makeStream):
                parcel.content = .stream(try makeStream(), length)
            case .chunks(let length, _, let makeChunks):
                parcel.content = .chunks(try await makeChunks(), length)
            }
            do {
                let reply = try await courier.deliver(parcel)
                let fields = reply.fields.map {
                    HeaderField(HeaderField.Name($0.name), $0.value)
                }
                let head = ResponseHead(
                    status: HTTPStatus(reply.status), header: HeaderFields(fields),
                    url: message.url)
                return TransportResponse(
                    head: head, body: MessageBody(reply.chunks))
            } catch let problem as CourierProblem {
                throw TransportError(
                    code: .connectionFailed, message: "the courier did not arrive",
                    underlyingError: problem)
            } catch {
                throw error
            }
        }
    }
}

func perform(_ request: Request<GitHub, User>, by courier: Courier) async throws -> User {
    let user = try await CourierTransport(courier: courier).perform(request)
    return user
}
