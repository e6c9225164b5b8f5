import Foundation
import Requests
import Testing

@testable import RequestsOpenAPI

/// Contracts in files; no contract fails while files are recorded.
@Suite("Contracts in files", .disabled(if: ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1"))
struct ContractTests {
    /// Runs a test with the URL of a file that does not exist.
    private func withFile(_ test: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try test(folder.appending(path: "shop.json"))
    }

    @Test func `an API matches its contract until it changes`() throws {
        try withFile { file in
            try OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "1")).data.write(to: file)
            try ShopAPI().expectContract(at: file)
            let moved = ShopAPI(baseURL: URL("https://other.example"))
            let error = #expect(throws: OpenAPIDifferences.self) { try moved.expectContract(at: file) }
            #expect(error?.changes.map(\.rule) == ["server-removed", "server-added"])
            #expect(
                error?.description == """
                    The API differs from its contract shop.json. Set REQUESTS_RECORD=1 in the environment to write the \
                    contract.
                    breaking for clients: servers: server-removed "https://shop.example/v1"
                        Requests to the server may fail.
                    compatible: servers: server-added "https://other.example"
                        Clients can still call the existing servers.
                    """)
            #expect(throws: OpenAPIDifferences.self) {
                try ShopAPI().expectContract(at: file, info: .init(title: "Other", version: "1"))
            }
        }
    }

    @Test func `the contract keeps its version of the format and its descriptions`() throws {
        try withFile { file in
            for version in OpenAPI.Version.allCases {
                let info = OpenAPI.Info(title: "Shop", version: "7", summary: "Things")
                let document = try OpenAPI(ShopAPI(), info: info, version: version)
                try document.expectContract(at: file, isRecording: true)
                try ShopAPI().expectContract(at: file)
                #expect(try JSONValue(parsing: Data(contentsOf: file))["openapi"]?.string == version.rawValue)
                let moved = ShopAPI(baseURL: URL("https://other.example"))
                let error = #expect(throws: OpenAPIDifferences.self) { try moved.expectContract(at: file) }
                #expect(error?.changes.map(\.rule) == ["server-removed", "server-added"])
            }
        }
    }

    @Test func `a contract with another patch version of the format is compared in its version`() throws {
        try withFile { file in
            let document = try OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "7"), version: .v3_0)
            let text = String(decoding: document.data, as: UTF8.self).replacing("3.0.4", with: "3.0.1")
            try Data(text.utf8).write(to: file)
            try ShopAPI().expectContract(at: file)
        }
    }

    @Test func `a missing or malformed contract is an error that says how to write it`() throws {
        try withFile { file in
            let error = #expect(throws: OpenAPIDifferences.self) { try ShopAPI().expectContract(at: file) }
            #expect(error?.description.contains("REQUESTS_RECORD=1") == true)
            #expect(error?.description.contains("shop.json can't be read") == true)
            try Data("[1".utf8).write(to: file)
            let other = #expect(throws: OpenAPIDifferences.self) { try ShopAPI().expectContract(at: file) }
            #expect(other?.description.contains("isn't an OpenAPI document") == true)
            #expect(other?.changes == [])
        }
    }

    @Test func `a recorded contract is the document`() throws {
        try withFile { file in
            let document = try OpenAPI(ShopAPI(), info: .init(title: "Shop", version: "1"))
            try document.expectContract(at: file, isRecording: true)
            #expect(try Data(contentsOf: file) == document.data)
            try document.expectContract(at: file, isRecording: false)
        }
    }
}
