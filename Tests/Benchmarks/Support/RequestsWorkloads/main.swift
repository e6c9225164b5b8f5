// `RequestsWorkloads <workload> <count>` does one piece of work as often as asked, for a profiler or for valgrind.
import BenchmarkWorkloads
import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.count == 2, arguments.first == "loopback", let count = arguments.last.flatMap({ Int($0) }) {
    try await EndpointCalls.run(count, over: EndpointCalls.loopback)
    exit(0)
}
guard
    arguments.count == 2, let name = arguments.first, let count = arguments.last.flatMap({ Int($0) }),
    let workload = Workload.every.first(where: { $0.name == name })
else {
    print("usage: RequestsWorkloads <workload> <count>")
    print("workloads: \(Workload.every.map(\.name).joined(separator: " ")) loopback")
    exit(64)
}
try Workload.verify()
try workload.run(count)
