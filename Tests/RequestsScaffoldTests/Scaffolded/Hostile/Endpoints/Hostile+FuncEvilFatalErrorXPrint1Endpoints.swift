import Requests
import RequestsEndpoints

extension Hostile {
    /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
    struct FuncEvilFatalErrorXPrint1Endpoints: Sendable {
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        let funcEvilFatalErrorXPrint1 = Endpoint<FuncEvilFatalErrorXPrint1Input, TypeValue>(
            .get, "/a\"b\\c/{class}"
        )
    }
}
