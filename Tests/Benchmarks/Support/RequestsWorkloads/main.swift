// `RequestsWorkloads <workload> <count>` does one piece of work `count` times, for a profiler or for valgrind.
// `RequestsWorkloads waiting<…> <count>` prints the number of bytes that each of `count` waiting calls uses.
import BenchmarkWorkloads
import Dispatch
import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 2, let count = arguments.last.flatMap({ Int($0) }),
    let call = WaitingCalls.every.first(where: { $0.name == arguments.first })?.call
{
    print(try await WaitingCalls.bytes(of: call, count: count))
    exit(0)
}
if arguments.count == 2, let count = arguments.last.flatMap({ Int($0) }),
    let workload = AsyncWorkload.every.first(where: { $0.name == arguments.first })
{
    // Valgrind fails if the main thread ends, which happens if it waits with `await`.
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        try await workload.run(count)
        end.signal()
    }
    end.wait()
    exit(0)
}
guard
    arguments.count == 2, let name = arguments.first, let count = arguments.last.flatMap({ Int($0) }),
    let workload = Workload.every.first(where: { $0.name == name })
else {
    print("usage: RequestsWorkloads <workload> <count>")
    print("workloads: \((Workload.every.map(\.name) + AsyncWorkload.every.map(\.name)).joined(separator: " "))")
    exit(64)
}
try Workload.verify()
try workload.run(count)
