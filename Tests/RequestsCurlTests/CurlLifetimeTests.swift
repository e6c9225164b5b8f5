#if Curl && os(Linux)
import Foundation
import Glibc
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// The threads and descriptors of sessions; each test runs in a separate process, which has no other sessions.
@Suite("libcurl, lifetime", .timeLimit(.minutes(2)))
struct CurlLifetimeTests {
    private static func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
    }

    @Test func `released sessions leave neither threads nor descriptors`() async {
        await #expect(processExitsWith: .success) {
            let (threads, descriptors) = (try Self.count("task"), try Self.count("fd"))
            let server = try RawServer { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhi")
                connection.waitUntilPeerCloses()
            }
            var sessions = (0..<20).map { _ in CurlSession() }
            let message = try AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/").resolve()
            var bodies: [MessageBody] = []
            for session in sessions + sessions { bodies.append(try await session.send(message).body) }
            try #require(try Self.count("task") >= threads + 20)
            try #require(try Self.count("fd") >= descriptors + 80)
            sessions = []
            for body in bodies {
                let error = await #expect(throws: TransportError.self) { try await body.collect(upTo: 100) }
                try #require(error?.code == .transportFailed)
            }
            bodies = []
            await Task.detached { server.stop() }.value
            // Swift's pool may have started a few threads since.
            try #require(try Self.count("task") < threads + 15)
            try #require(try Self.count("fd") < descriptors + 5)
        }
    }

    /// Returns the seconds for which the threads of all sessions have run; `nil` if there are none.
    private static func timeOfThreads() throws -> Double? {
        // Other threads may end at this moment.
        func text(_ task: String, _ file: String) -> String? {
            try? String(contentsOfFile: "/proc/self/task/\(task)/\(file)", encoding: .utf8)
        }
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            .filter { text($0, "comm") == "requests-curl\n" }
        let times = tasks.compactMap { text($0, "schedstat")?.split(separator: " ").first }.compactMap { Double($0) }
        return times.isEmpty ? nil : times.reduce(0, +) / 1e9
    }

    @Test(arguments: ["an unused connection", "a connection that it ends", "a response without a reader"])
    func `the thread has a name, and sleeps although a server sends bytes`(to place: String) async {
        await #expect(processExitsWith: .success) { [place] in
            let (isUnused, stray) = (place != "a response without a reader", Gate())
            try await withRawServer({ connection in
                let target = try connection.readRequest().target
                if target == "/silent" { return connection.waitUntilPeerCloses() }
                try connection.send(RawServer.ok(isUnused ? "hi" : String(repeating: "a", count: 1 << 24)))
                try stray.wait()
                try connection.send("stray")
                if place == "a connection that it ends" { connection.finishSending() }
                connection.waitUntilPeerCloses()
            }) { server in
                let session = CurlSession()
                let api = AnonymousProvider(baseURL: server.baseURL)
                let response = try await session.send(api.get(.data, from: "/1").resolve())
                if isUnused { _ = try await response.body.collect(upTo: 10) }
                stray.open()
                let before = try #require(try Self.timeOfThreads())
                let silent = api.get(.text, from: "/silent").timeout(after: .seconds(0.5))
                // A second session is used, so that the connection stays unused.
                await #expect(throws: TransportError.self) { try await CurlSession().perform(silent) }
                let after = try #require(try Self.timeOfThreads())
                try #require(after - before < 0.2)
                withExtendedLifetime((session, response)) {}
            }
        }
    }

    @Test func `a process without descriptors fails a request, and later ones succeed`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                let session = CurlSession()
                let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/1")
                let unstarted: CurlSession
                do {
                    let rest = try Self.useUpDescriptors()
                    defer { for descriptor in rest { close(descriptor) } }
                    unstarted = CurlSession()
                    for session in [session, unstarted] {
                        let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
                        let code = try #require(error?.code)
                        try #require([.connectionFailed, .transportFailed].contains(code))
                    }
                }
                for _ in 1...3 {
                    let text = try await session.perform(request)
                    try #require(text == "/1")
                }
                let text = try await CurlSession().perform(request)
                try #require(text == "/1")
            }
        }
    }

    /// Opens files until the table of descriptors is full.
    private static func useUpDescriptors() throws -> [Int32] {
        var limit = rlimit(rlim_cur: 128, rlim_max: 128)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        var descriptors: [Int32] = []
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { descriptors.append(descriptor) }
        try #require(errno == EMFILE)
        return descriptors
    }

    @Test func `a copy of the process can neither use nor block on the session of the original`() async {
        await #expect(processExitsWith: .success) {
            let session = CurlSession()
            let request = AnonymousProvider("http://127.0.0.1:1").get(.text, from: "/")
            // The session has been used, so that its thread runs.
            await #expect(throws: TransportError.self) { try await session.perform(request) }
            let message = try request.resolve()
            let status = Fork.status {
                // The threads of Swift's pool don't exist in the copy, so its only thread runs the task.
                let executor = OneThread()
                Task.detached(executorPreference: executor) {
                    do {
                        _ = try await session.send(message)
                        _exit(2)
                    } catch {
                        _exit((error as? TransportError)?.code == .transportFailed ? 0 : 3)
                    }
                }
                executor.run()
            }
            try #require(status == 0)
            // The original isn't affected.
            let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
            try #require(error?.code == .connectionFailed)
        }
    }

    @Test func `a copy of the process can release the session of the original`() async {
        await #expect(processExitsWith: .success) {
            var session: CurlSession? = CurlSession()
            let request = AnonymousProvider("http://127.0.0.1:1").get(.text, from: "/")
            _ = try? await session?.perform(request)
            let status = Fork.status {
                session = nil
                _exit(0)
            }
            try #require(status == 0)
            let error = await #expect(throws: TransportError.self) { try await session?.perform(request) }
            try #require(error?.code == .connectionFailed)
        }
    }
}

private enum Fork {
    /// Runs a function in a copy of the process, and returns the status of the copy; 0 for success.
    ///
    /// The copy has only one of the threads. If another thread held a lock of Swift's runtime, the copy waits forever
    /// for the lock, whatever the session does. An alarm ends such a copy, and the function tries again with a new one.
    static func status(of copy: () -> Void) -> Int32 {
        var status: Int32 = -1
        for _ in 0..<10 {
            let process = fork()
            if process == 0 {
                // Dispatch blocks the signal in its threads.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGALRM)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                alarm(3)
                copy()
            }
            status = end(of: process)
            if status & 0x7F != SIGALRM { break }
        }
        return status
    }

    /// Copies the process with only one of its threads.
    ///
    /// For this reason, Swift hides the system's function.
    private static func fork() -> pid_t {
        guard let symbol = dlsym(nil, "fork") else { fatalError("no fork") }
        return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    }

    /// Waits for the end of a copy, and returns its status; 0 for success.
    private static func end(of process: pid_t) -> Int32 {
        var status: Int32 = -1
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Runs tasks on the thread that calls ``run()``.
private final class OneThread: TaskExecutor {
    private let jobs = Guarded<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func run() -> Never {
        while true {
            let jobs = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            if jobs.isEmpty { usleep(1_000) }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}
#endif
