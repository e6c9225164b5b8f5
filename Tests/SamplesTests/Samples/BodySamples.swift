import Foundation
import Requests

nonisolated struct SignUp: Codable {
    var name: String
    var shelves: [Int]
}

struct Etcd: RequestProviding {
    let baseURL: URL
    var coding: Coding { .etcd }
}

nonisolated extension Coding {
    static let etcd = Coding(keys: .snakeCase, integers: .text)
}

nonisolated struct LeaseGrant: Codable {
    var leaseId: Int64
    var ttl: Int
}

struct BodySamples {
    let api: GitHub

    func integers(etcd: Etcd) -> Request<Etcd, LeaseGrant> {
        let lease = LeaseGrant(leaseId: 7_587_870_164_163_305_995, ttl: 60)
        let grant = etcd.post(.json(lease), to: "/lease/grant")
            .receiving(.json(LeaseGrant.self))
        // {"lease_id":"7587870164163305995","ttl":60}
        return grant
    }

    func kinds(film: URL) -> [Request<GitHub, Void>] {
        let json = api.post(.json(NewIssue(title: "Broken")), to: "/issues")
        let form = api.post(.form(["state": "open"]), to: "/search")
        let text = api.put(.text("Tea at five"), to: "/note")
        let file = api.post(.file(film, contentType: "video/mp4"), to: "/films")
        return [json, form, text, file]
    }

    func form() -> Request<GitHub, Void> {
        let signUp = api.post(.form(SignUp(name: "Ada", shelves: [1, 2])), to: "/sign-ups")
        // name=Ada&shelves=1&shelves=2
        return signUp
    }

    func literal() -> Request<GitHub, Void> {
        let invite = api.post(
            .form(["user[name]": "Ada", "user[role]": "editor"]), to: "/invitations")
        // user%5Bname%5D=Ada&user%5Brole%5D=editor
        return invite
    }

    func parts(meta: SignUp, film: URL, png: Data, pictures: [URL]) -> Request<GitHub, Void> {
        let upload = api.post(
            .multipart {
                Part("title", "Holiday")
                Part("meta", .json(meta))
                Part("film", file: film)  // the URL of a file
                // bytes in memory, as a file
                Part("cover", .data(png, contentType: .png), fileName: "cover.png")
                for picture in pictures { Part("pictures[]", file: picture) }
            },
            to: "/albums")
        return upload
    }

    func stream(table: Data) -> Request<GitHub, Void> {
        let stream = api.post(
            .stream(contentType: "text/csv", length: table.count) {
                InputStream(data: table)
            },
            to: "/tables")
        return stream
    }

    func sequences(sensor: Sensor) -> [Request<GitHub, Void>] {
        let table = api.post(
            .stream(contentType: "text/csv") {
                sensor.readings().map { Data("\($0.time),\($0.value)\n".utf8) }
            },
            to: "/tables")
        let readings = api.post(
            .stream(as: .jsonLines) { sensor.readings() }, to: "/readings")
        return [table, readings]
    }

    func forward(camera: some Transport, session: some Transport) async throws {
        let film = try await camera.send(api.get(from: "/film").resolve())
        try await session.perform(
            api.put(.stream(film.body, contentType: "video/mp4"), to: "/films/1"))
    }

    func partsOfFile(film: URL) -> [Request<GitHub, Void>] {
        let first = api.put(.file(film, range: 0..<5_000_000), to: "/films/1/parts/1")
        let rest = api.put(.file(film, range: 5_000_000...), to: "/films/1/parts/2")
        return [first, rest]
    }
}

/// Measures in the samples of the page.
nonisolated struct Sensor: Sendable {
    struct Reading: Codable {
        var time: Int
        var value: Int
    }

    let values: [Int]

    func readings() -> AsyncStream<Reading> {
        AsyncStream { continuation in
            for (time, value) in values.enumerated() { continuation.yield(Reading(time: time, value: value)) }
            continuation.finish()
        }
    }
}
