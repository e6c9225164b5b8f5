import Foundation
import Requests

struct SignUp: Codable {
    var name: String
    var shelves: [Int]
}

struct Etcd: RequestProviding {
    let baseURL: URL
    var coding: Coding { .etcd }
}

extension Coding {
    static let etcd = Coding(keys: .snakeCase, integers: .text)
}

struct LeaseGrant: Codable {
    var leaseId: Int64
    var ttl: Int
}

struct BodySamples {
    let api: GitHub

    func integers(etcd: Etcd) -> Request<Etcd, LeaseGrant> {
        let grant = etcd.post(.json(LeaseGrant(leaseId: 7_587_870_164_163_305_995, ttl: 60)), to: "/lease/grant")
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
        let invite = api.post(.form(["user[name]": "Ada", "user[role]": "editor"]), to: "/invitations")
        // user%5Bname%5D=Ada&user%5Brole%5D=editor
        return invite
    }

    func parts(meta: SignUp, film: URL, png: Data, pictures: [URL]) -> Request<GitHub, Void> {
        let upload = api.post(
            .multipart {
                Part("title", "Holiday")
                Part("meta", .json(meta))
                FilePart("film", film)  // the URL of a file
                Part("cover", .data(png, contentType: .png), fileName: "cover.png")  // bytes in memory, as a file
                for picture in pictures { FilePart("pictures[]", picture) }
            },
            to: "/albums")
        return upload
    }

    func stream(table: Data) -> Request<GitHub, Void> {
        let stream = api.post(
            .stream(contentType: "text/csv", length: table.count) { InputStream(data: table) }, to: "/tables")
        return stream
    }
}
