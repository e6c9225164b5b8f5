import Foundation
import Glibc

/// Forks writers, two for each directory, kills them at random moments, and replaces them.
///
/// The processes are copies without a new program, so a kill costs little. This process has only one thread, and
/// doesn't use Swift's concurrency: its threads would be missing in the copies.
struct Kills {
    let count: Int
    let directories: [String]

    private static let writersPerDirectory = 2
    /// The number of kills in a directory between two checks.
    private static let checkInterval = 100

    /// Returns whether no wrong response was found.
    func run() -> Bool {
        var (killed, checks, readable, isCorrect) = (0, 0, 0, true)
        var kills = [Int](repeating: 0, count: directories.count)
        var writers: [pid_t: Int] = [:]
        for index in directories.indices {
            for _ in 0..<Self.writersPerDirectory { writers[start(index, .write)] = index }
        }
        let begin = ContinuousClock.now
        while killed < count, isCorrect {
            let (process, code) = end(of: -1)
            guard let index = writers.removeValue(forKey: process) else { break }
            isCorrect = code == nil
            killed += 1
            kills[index] += 1
            if kills[index] % Self.checkInterval == 0 {
                // The directory's other writer continues. The checker's exit code is the number of entries that it
                // read.
                let code = end(of: start(index, .check)).code ?? Trial.failure
                isCorrect = isCorrect && code < Trial.failure
                checks += 1
                readable += Int(code)
            }
            writers[start(index, .write)] = index
            if killed % 1000 == 0 {
                print("\(killed) kills, \(checks) checks, \(readable) entries read, \(ContinuousClock.now - begin)")
                fflush(nil)
            }
        }
        for process in writers.keys { isCorrect = end(of: process).code == nil && isCorrect }
        for index in directories.indices {
            isCorrect = end(of: start(index, .check)).code ?? Trial.failure < Trial.failure && isCorrect
        }
        print("\(killed) kills, \(checks) checks, \(readable) entries read: \(isCorrect ? "none wrong" : "WRONG")")
        return isCorrect
    }

    private func start(_ directory: Int, _ work: Trial.Work) -> pid_t {
        let process = Fork.fork()
        if process == 0 {
            if work == .write { Fork.killSoon() }
            let trial = Trial(directory: directories[directory])
            Task.detached { await trial.run(work) }
            while true { pause() }
        }
        return process
    }

    /// Waits for a process to end; -1 means any process.
    ///
    /// - Returns: The process and its exit code; `nil` instead of the code if the process was killed.
    private func end(of process: pid_t) -> (process: pid_t, code: Int32?) {
        var (status, ended) = (Int32(0), pid_t(-1))
        repeat { ended = waitpid(process, &status, 0) } while ended < 0 && errno == EINTR
        if status & 0x7F == 0 { return (ended, status >> 8 & 0xFF) }
        return (ended, status & 0x7F == SIGKILL ? nil : Trial.failure)
    }
}

enum Fork {
    /// Copies the process.
    ///
    /// Swift hides the system's function, because a copy has only one of the process's threads.
    static func fork() -> pid_t {
        guard let symbol = dlsym(nil, "fork") else { fatalError("no fork") }
        return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    }

    /// Makes the system kill this process after a random amount of processor time, whatever the process does at that
    /// moment.
    ///
    /// With a timer in another process, the moment would depend on the load: many processes would be killed before they
    /// did anything.
    static func killSoon() {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = SIGKILL
        var timer: timer_t?
        guard timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0 else { fatalError("no timer") }
        var time = itimerspec()
        time.it_value.tv_nsec = .random(in: 100_000...5_000_000)
        guard timer_settime(timer, 0, &time, nil) == 0 else { fatalError("no timer") }
    }
}
