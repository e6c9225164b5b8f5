// libFuzzer calls `LLVMFuzzerTestOneInput` with random bytes. `.ci/fuzz` compiles this folder, the core, the endpoints and
// the OpenAPI documents as one module.

import Foundation

/// Chooses the target that the environment variable REQUESTS_FUZZING names; without the variable, prints all names for
/// `.ci/fuzz`.
@_cdecl("LLVMFuzzerInitialize")
public func start(_ count: UnsafeRawPointer, _ arguments: UnsafeRawPointer) -> CInt {
    if Fuzzing.chosen == nil {
        print(Fuzzing.targets.keys.sorted().joined(separator: "\n"))
        exit(0)
    }
    return 0
}

/// Runs the chosen target with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Fuzzing.chosen?(start.map { Data(bytes: $0, count: count) } ?? Data())
    return 0
}

/// The targets: each one traps if a promise of the library doesn't hold.
enum Fuzzing {
    typealias Target = @Sendable (Data) -> Void

    static let targets: [String: Target] = [
        // Bodies
        "forms": forms, "json": json, "jsonValues": jsonValues, "multipart": multipart, "texts": texts,
        "formValues": formValues, "multipartValues": multipartValues, "keys": keys,
        // Streams
        "lines": lines, "events": events, "jsonLines": jsonLines, "jsonArrays": jsonArrays,
        // Fields
        "fields": fields, "headerLists": headerLists, "links": links, "challenges": challenges,
        "mediaTypes": mediaTypes, "dates": dates, "ranges": ranges, "cookies": cookies, "jars": jars,
        // URLs
        "urls": urls, "paths": paths, "references": references, "redirects": redirects, "shell": shell,
        // Servers and secrets
        "served": served, "declared": declared, "documents": documents, "redaction": redaction, "echoes": echoes,
    ]

    static let chosen = ProcessInfo.processInfo.environment["REQUESTS_FUZZING"].flatMap { targets[$0] }

    static let api = AnonymousProvider("http://example.com/base")

    /// Returns the texts between the NULs of an input.
    static func texts(of input: Data) -> [String] {
        input.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    static func fail(_ what: String, _ input: Data) {
        fatalError("\(what) from \(input.map { String($0, radix: 16) }.joined(separator: " "))")
    }

    // MARK: Tasks

    /// Runs the jobs of a task on the thread that waits for it.
    ///
    /// This is faster than switching threads for each input.
    private final class WaitingThread: TaskExecutor {
        private let jobs = Guarded<[UnownedJob]>([])
        private let isWoken = DispatchSemaphore(value: 0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            isWoken.signal()
        }

        func run(until isDone: () -> Bool) {
            while !isDone() {
                isWoken.wait()
                let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    private static let thread = WaitingThread()

    /// Waits for a task; nothing else runs on this thread.
    static func wait(for work: @escaping @Sendable () async -> Void) {
        let isDone = Guarded(false)
        Task(executorPreference: thread) {
            await work()
            isDone.withLock { $0 = true }
        }
        thread.run { isDone.withLock { $0 } }
    }
}
