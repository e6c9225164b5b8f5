package import Foundation

/// Runs the body with a temporary directory, and removes it however the body ends.
package func withTemporaryDirectory<T>(_ body: (URL) throws -> T) throws -> T {
    let directory = try temporaryDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}

/// Runs the asynchronous body with a temporary directory, and removes it however the body ends.
package nonisolated(nonsending) func withTemporaryDirectory<T>(
    _ body: nonisolated(nonsending) (URL) async throws -> T
) async throws -> T {
    let directory = try temporaryDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}

private func temporaryDirectory() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
}
