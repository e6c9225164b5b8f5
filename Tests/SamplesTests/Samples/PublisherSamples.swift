#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Foundation
import Requests
import RequestsCombine

final class PublisherSamples<Session: Transport> {
    let session: Session
    let api = GitHub.live
    var cancellables: Set<AnyCancellable> = []

    init(session: Session) {
        self.session = session
    }

    func load(show: @escaping (String) -> Void) {
        session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
            .sink { completion in
                switch completion {
                case .failure(let error):
                    show(error.failure?.message ?? error.localizedDescription)
                case .finished: show("That was all.")
                }
            } receiveValue: { user in
                show(user.login)
            }
            .store(in: &cancellables)
    }

    func compose() -> some Publisher<(String, String?), RequestError<GitHub.Failure>> {
        let teams = session.publisher(for: api.get(.json(User.self), from: "/users/ada"))
            .flatMap { [session, api] user in
                session.responsePublisher(
                    for: api.get(.text, from: "/users/\(user.login)/team"))
            }
            .map { head, team in (team, head.header["ETag"]) }
        return teams
    }

    func names(on queue: DispatchQueue) -> some Publisher<String, RequestError<GitHub.Failure>> {
        let names = session.publisher(
            for: api.get(.json(User.self), from: "/users/ada"), callbackQueue: queue
        )
        .map { @Sendable user in user.login.uppercased() }
        return names
    }

    func stream() -> some Publisher<Double, RequestError<GitHub.Failure>> {
        let prices = session.publisher(
            streaming: api.get(from: "/ticks").receiving(stream: .jsonLines(Tick.self))
        )
        .map(\.price)
        .prefix(2)
        return prices
    }

    func download(_ request: Request<GitHub, Data>, to file: URL) -> some Publisher<URL, RequestError<GitHub.Failure>> {
        let files = session.publisher(forEventsOfDownloading: request, to: file)
            .compactMap { event in
                if case .finished(_, let file) = event { file } else { nil }
            }
        return files
    }
}
#endif
