import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

extension ServerCheck {
    /// Bodies that httpbin reads.
    static let httpbinBodies: [ServerCheck] = forms + others

    private static let forms =
        texts.map { text in
            ServerCheck(.httpbin, "the form \(text.debugDescription)") { transport, api in
                let echo = try await transport.perform(api.post(.form(["q": text]), to: "/post").receiving(.echo))
                #expect(echo.form?["q"]?.all == [text])
            }
        }
        + texts.map { text in
            ServerCheck(.httpbin, "the part \(text.debugDescription)") { transport, api in
                let request = api.post(.multipart { Part("q", text) }, to: "/post").receiving(.echo)
                try await #expect(transport.perform(request).form?["q"]?.all == [text])
            }
        }
        + texts.map { text in
            ServerCheck(.httpbin, "the JSON \(text.debugDescription)") { transport, api in
                let request = api.put(.json(["name": text]), to: "/put").receiving(.echo)
                try await #expect(transport.perform(request).json?.name == text)
            }
        }

    private static let others: [ServerCheck] = [
        ServerCheck(.httpbin, "JSON of a value") { transport, api in
            struct Value: Encodable { var name = "Ada", count = 3, tags = ["a", "b"] }
            let echo = try await transport.perform(api.post(.json(Value()), to: "/post").receiving(.echo))
            #expect(echo.json == Echo.Echoed(name: "Ada", count: 3, tags: ["a", "b"]))
            #expect(echo.headers["Content-Type"] == "application/json")
        },
        ServerCheck(.httpbin, "text") { transport, api in
            let echo = try await transport.perform(api.post(.text("Zoë"), to: "/post").receiving(.echo))
            #expect(echo.data == "Zoë")
        },
        ServerCheck(.httpbin, "a POST without a body") { transport, api in
            let echo = try await transport.perform(api.post(to: "/post").receiving(.echo))
            #expect(echo.data == "")
            #expect(echo.headers["Content-Length"] ?? "0" == "0")
        },
        ServerCheck(.httpbin, "a DELETE with a body") { transport, api in
            let request = api.delete("/delete").sending(.json(["name": "Ada"])).receiving(.echo)
            try await #expect(transport.perform(request).json?.name == "Ada")
        },
        ServerCheck(.httpbin, "a stream with its length") { transport, api in
            let data = Data(repeating: 0x61, count: 100_000)
            let request = api.post(
                .stream(contentType: "text/plain", length: data.count) { InputStream(data: data) }, to: "/post")
            let echo = try await transport.perform(request.receiving(.echo))
            #expect(echo.data?.utf8.count == data.count)
            #expect(echo.headers["Content-Length"] == "100000")
        },
        ServerCheck(.httpbin, "a stream in chunks") { transport, api in
            let data = Data(repeating: 0x61, count: 100_000)
            let request = api.post(.stream(contentType: "text/plain") { InputStream(data: data) }, to: "/post")
            let echo = try await transport.perform(request.receiving(.echo))
            #expect(echo.data?.utf8.count == data.count)
            #expect(echo.headers["Transfer-Encoding"] == "chunked")
        },
        ServerCheck(.httpbin, "a file") { transport, api in
            try await withTemporaryDirectory { directory in
                let file = directory.appendingPathComponent("notes.txt")
                try Data("from the disk".utf8).write(to: file)
                let echo = try await transport.perform(api.put(.file(file), to: "/put").receiving(.echo))
                #expect(echo.data == "from the disk")
                #expect(echo.headers["Content-Type"]?.hasPrefix("text/plain") == true)
            }
        },
        ServerCheck(.httpbin, "a multipart form with a file") { transport, api in
            try await withTemporaryDirectory { directory in
                let file = directory.appendingPathComponent("Zoë's \"notes\".txt")
                try Data("from the disk".utf8).write(to: file)
                let request = api.post(
                    .multipart {
                        Part("title", "Holiday")
                        Part("notes", file: file)
                    }, to: "/post")
                let echo = try await transport.perform(request.receiving(.echo))
                #expect(echo.form?["title"]?.all == ["Holiday"])
                #expect(echo.files?["notes"]?.all == ["from the disk"])
            }
        },
        ServerCheck(.httpbin, "a form of a value") { transport, api in
            struct Value: Encodable { var fullName = "Ada L.", tags = ["a", "b"], isOn = true }
            let echo = try await transport.perform(api.post(.form(Value()), to: "/post").receiving(.echo))
            #expect(echo.form?.mapValues(\.all) == ["full_name": ["Ada L."], "tags": ["a", "b"], "is_on": ["true"]])
        },
        ServerCheck(.httpbin, "a body of 5 MB") { transport, api in
            let data = Data(repeating: 0x62, count: 5_000_000)
            let request = api.post(.data(data, contentType: "text/plain"), to: "/post").receiving(.echo)
            try await #expect(transport.perform(request).data?.utf8.count == data.count)
        },
    ]
}
