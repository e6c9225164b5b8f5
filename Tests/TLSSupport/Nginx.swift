package import Foundation
package import Requests
package import RequestsConformance

/// nginx, with HTTP/2 over TLS and its files in a temporary folder.
///
/// It inherits a listening socket, so no other process can take the port, and even the first request can connect. If
/// this process ends, a shell that waits for the end of a pipe stops nginx.
package final class Nginx: Sendable {
    /// The responses of each server, besides its files.
    private static let locations = """
        location / { dav_methods PUT; create_full_put_path on; }
        location /connection { return 200 "$connection $server_protocol"; }
        location /trailer { add_trailer X-Sum 5; return 200 "hi"; }
        location /unmeasured { ssi on; ssi_types *; return 200 "hi"; }
        location /until-end { ssi on; ssi_types *; chunked_transfer_encoding off; return 200 "hi"; }
        location /te { return 200 "[$http_te] [$http_connection]"; }
        location /empty { return 204; }
        location /missing { return 404 "missing"; }
        """

    package let folder: URL
    package let port: Int
    private let process: Process
    private let pipe: Pipe

    /// Starts nginx with further directives.
    ///
    /// - Throws: An error if there is no nginx.
    package init(_ directives: String = "") throws {
        guard let program = Self.program else { throw CocoaError(.executableNotLoadable) }
        folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "files"), withIntermediateDirectories: true)
        let (socket, port) = try RawSocket.deaf()
        self.port = port
        for (name, text) in [
            ("right.pem", TestCertificates.right), ("key.pem", TestCertificates.key),
            ("authority.pem", TestCertificates.authority), ("nginx.conf", Self.settings(port, directives)),
            ("log", ""),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        pipe = Pipe()
        // Other processes must not keep the pipe open.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.script, program, folder.path + "/"]
        process.standardOutput = pipe.fileHandleForReading
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "log"))
        try socket.withDescriptor { descriptor in
            _ = listen(descriptor, SOMAXCONN)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            process.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            try process.run()
        }
        socket.close()
        try pipe.fileHandleForReading.close()
    }

    /// The path of nginx; `nil` if no nginx with the modules for HTTP/2 and for uploads is installed.
    package static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first { path in
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["-V"]
        process.standardError = pipe
        guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd() else { return false }
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        return text.contains("http_v2_module") && text.contains("http_dav_module")
    }

    /// The shell script that turns into nginx, which listens on the socket of the standard input.
    ///
    /// A copy of the shell stops nginx when it reads a line, or the end of the pipe, from the standard output.
    private static let script = """
        { read -r line; kill $$; } <&1 &
        NGINX='3;' exec "$0" -p "$1" -c nginx.conf -e stderr 3<&0 0</dev/null >/dev/null
        """

    private static func settings(_ port: Int, _ directives: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        // With long timeouts, a busy machine doesn't end a connection.
        let times = ["keepalive", "send", "client_header", "client_body"].map { "\($0)_timeout 1h;" }
        return """
            daemon off;
            pid nginx.pid;
            error_log stderr;
            \(getuid() == 0 ? "user root;" : "")
            events { worker_connections 1024; }
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                client_max_body_size 0;
                \(times.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate right.pem;
                    ssl_certificate_key key.pem;
                    root files;
                    \(locations)
                    \(directives)
                }
            }
            """
    }

    /// Makes the provider for a port: nginx's port, unless a relay is in between.
    package func api(onPort port: Int? = nil) -> AnonymousProvider {
        AnonymousProvider(baseURL: URL(string: "https://127.0.0.1:\(port ?? self.port)") ?? folder)
    }

    /// Writes a file that the server serves.
    package func write(_ data: Data, to name: String) throws {
        try data.write(to: folder.appending(path: "files/\(name)"))
    }

    /// Stops the server, waits for its end, and removes its files.
    package func stop() {
        // Another process, started at the same time, may also hold the pipe open, so closing it may not end the shell's
        // `read`. A line does.
        try? pipe.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        try? pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Passes bytes between clients and a server, and counts those to the clients.
package final class Relay: Sendable {
    package let port: Int
    private let total = Guarded(0)

    package init(to port: Int) { self.port = port }

    /// The number of bytes to the clients so far.
    package var count: Int { total.withLock { $0 } }

    /// Passes the bytes of a connection on; this is the script of a ``RawServer``.
    @Sendable package func serve(_ connection: RawConnection) throws {
        let server = try RawSocket.connected(toPort: port)
        defer { server.close() }
        Thread.detachNewThread {
            while let bytes = try? connection.read(upTo: 65_536), !bytes.isEmpty { try? server.send(bytes) }
            server.interrupt()
        }
        while case let bytes = try server.receive(upTo: 65_536), !bytes.isEmpty {
            total.withLock { $0 += bytes.count }
            try connection.send(bytes)
        }
    }
}

/// Runs a function with nginx, and stops it however the function ends.
package nonisolated(nonsending) func withNginx(
    _ directives: String = "", _ body: nonisolated(nonsending) (Nginx) async throws -> Void
) async throws {
    let server = try Nginx(directives)
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(server))
    } catch {
        result = .failure(error)
    }
    // Waiting blocks the thread, which must not belong to Swift's pool.
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            server.stop()
            continuation.resume()
        }
    }
    try result.get()
}
