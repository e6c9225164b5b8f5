import Foundation
import Requests

/// The recipe for an upload in pieces, by the protocol tus.
enum CookbookUploads {
    struct Tus: RequestProviding {
        var baseURL = URL("https://uploads.example")

        func request(
            to endpoint: URLPath, using method: HTTPMethod
        ) -> Request<Tus, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .setting(headerField: "Tus-Resumable", "1.0.0")
        }
    }
    enum UploadError: Error { case noLocation, noOffset }

    struct Recipes {
        let session: any Transport
        var tus = Tus()
    }
}

extension CookbookUploads.Recipes {
    typealias UploadError = CookbookUploads.UploadError

    func createUpload(of file: URL, _ type: MediaType) async throws -> URL {
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let metadata = [("filename", file.lastPathComponent), ("filetype", "\(type)")]
            .map { "\($0) \(Data($1.utf8).base64EncodedString())" }
        let (head, _) = try await session.response(
            for: tus.post(to: "/files")
                .setting(headerField: "Upload-Length", size)
                .setting(
                    headerField: "Upload-Metadata", metadata.joined(separator: ",")))
        guard let upload = head.location else { throw UploadError.noLocation }
        return upload
    }

    func send(
        _ file: URL, to upload: URL, clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        let path = URLPath(absolute: upload)
        var failureCount = 0
        while true {
            let (head, _) = try await session.response(for: tus.head(path))
            guard var offset = head.header["Upload-Offset"].flatMap({ Int($0) }),
                let size = head.header["Upload-Length"].flatMap({ Int($0) })
            else { throw UploadError.noOffset }
            do throws(TransportError) {
                while offset < size {
                    let piece = offset..<min(offset + 8_000_000, size)
                    let type: MediaType = "application/offset+octet-stream"
                    try await session.perform(
                        tus.patch(
                            .file(file, range: piece, contentType: type), to: path
                        )
                        .setting(headerField: "Upload-Offset", offset))
                    (offset, failureCount) = (piece.upperBound, 0)
                }
                return
            } catch {
                guard RetryPolicy.default.isTemporary(error), failureCount < 5 else {
                    throw error
                }
                failureCount += 1
                try await clock.sleep(for: .seconds(failureCount))
            }
        }
    }
}
