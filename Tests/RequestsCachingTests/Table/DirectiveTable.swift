/// RFC 9111, sections 3 and 5.2, RFC 8246 and RFC 5861: directives of both sides, and statuses.
enum DirectiveTable {
    static let responses = CacheCase.all(
        """
        9111-5.2.2.5 | no-store | | 200 Cache-Control: no-store | 0 | | miss
        9111-5.2.2.5 | the case of no-store | | 200 Cache-Control: No-StOrE | 0 | | miss
        9111-5.2.2.5 | no-store with a lifetime | | 200 Cache-Control: max-age=60, no-store // Expires: {60} | 0 | | miss
        9111-5.2.2.5 | no-store with a validator | | 200 Cache-Control: no-store // ETag: "a" | 0 | | miss | >!If-None-Match
        9111-5.2.2.5 | no-store beside no-cache of its field | | 200 Cache-Control: no-store, no-cache="cache-control" // Expires: {60} | 0 | | miss
        9111-4.2.1 | the first of two lifetimes counts | | 200 Cache-Control: max-age=60, MAX-AGE=0 | 30 | | hit
        9111-4.2.1 | an invalid lifetime before a valid one | | 200 Cache-Control: max-age=x, max-age=60 | 30 | | miss
        9111-4.2.1 | an unknown directive, twice | | 200 Cache-Control: x=1, x=2, max-age=60 | 30 | | hit
        9111-5.2.2.3 | must-understand of a known status | | 200 Cache-Control: max-age=60, no-store, must-understand | 1 | | hit
        9111-5.2.2.3 | must-understand of a strange status | | 599 Cache-Control: max-age=60, no-store, must-understand | 1 | | miss
        9111-5.2.2.3 | must-understand without no-store | | 599 Cache-Control: max-age=60, must-understand | 1 | | miss
        9111-5.2.2.3 | must-understand of 404 | | 404 Cache-Control: max-age=60, must-understand | 1 | | hit
        9111-5.2.2.4 | no-cache | | 200 Cache-Control: max-age=60, no-cache | 0 | | miss
        9111-5.2.2.4 | the case of no-cache | | 200 Cache-Control: max-age=60, No-CaChE | 0 | | miss
        9111-5.2.2.4 | no-cache with an ETag | | 200 Cache-Control: no-cache // ETag: "a" | 0 | | revalidated | >If-None-Match: "a"
        9111-5.2.2.4 | no-cache with a lifetime and an ETag | | 200 Cache-Control: max-age=60, no-cache // ETag: "a" | 0 | | revalidated
        9111-5.2.2.4 | no-cache with Last-Modified | | 200 Cache-Control: no-cache // Last-Modified: {-100} | 0 | | revalidated | >If-Modified-Since: {-100}
        9111-5.2.2.4 | no-cache of one field | | 200 Cache-Control: no-cache="a" // Cache-Control: max-age=60 // A: 1 // B: 2 | 1 | | hit | !A // B: 2
        9111-5.2.2.4 | no-cache of two fields | | 200 Cache-Control: max-age=60, no-cache="a, B" // A: 1 // B: 2 // C: 3 | 1 | | hit | !A // !B // C: 3
        9111-5.2.2.4 | no-cache of a field, unquoted | | 200 Cache-Control: max-age=60, no-cache=a // A: 1 | 1 | | hit | !A
        9111-5.2.2.4 | no-cache of no field | | 200 Cache-Control: max-age=60, no-cache="" | 1 | | miss
        9111-5.2.2.4 | no-cache with and without fields | | 200 Cache-Control: max-age=60, no-cache="a", no-cache | 1 | | miss
        9111-5.2.2.4 | a field that is not there | | 200 Cache-Control: max-age=60, no-cache="set-cookie" // A: 1 | 1 | | hit | A: 1
        9111-5.2.2.4 | Set-Cookie is left out | | 200 Cache-Control: max-age=60, no-cache="set-cookie" // Set-Cookie: a=b | 1 | | hit | !Set-Cookie
        9111-5.2.2.7 | private | | 200 Cache-Control: private, max-age=60 | 30 | | hit
        9111-5.2.2.7 | private of a field | | 200 Cache-Control: private="a", max-age=60 // A: 1 | 30 | | hit | A: 1
        9111-5.2.2.9 | public | | 200 Cache-Control: public, max-age=60 | 30 | | hit
        9111-5.2.2.2 | must-revalidate, fresh | | 200 Cache-Control: max-age=60, must-revalidate // ETag: "a" | 30 | | hit
        9111-5.2.2.2 | must-revalidate, stale | | 200 Cache-Control: max-age=60, must-revalidate // ETag: "a" | 60 | | revalidated
        9111-5.2.2.2 | must-revalidate against max-stale | | 200 Cache-Control: max-age=60, must-revalidate // ETag: "a" | 61 | Cache-Control: max-stale | revalidated
        9111-5.2.2.2 | must-revalidate against an error | | 200 Cache-Control: max-age=60, must-revalidate, stale-if-error=600 | 61 | => 503 | miss | 503
        9111-5.2.2.8 | proxy-revalidate is for shared caches | | 200 Cache-Control: max-age=60, proxy-revalidate | 61 | Cache-Control: max-stale | stale
        9111-5.2.2.6 | no-transform | | 200 Cache-Control: max-age=60, no-transform | 30 | | hit
        8246-2 | immutable, fresh | | 200 Cache-Control: max-age=60, immutable // ETag: "a" | 30 | Cache-Control: max-age=0 | hit
        8246-2 | immutable, stale | | 200 Cache-Control: max-age=60, immutable // ETag: "a" | 60 | Cache-Control: max-age=0 | revalidated
        8246-2 | immutable against no-cache | | 200 Cache-Control: max-age=60, immutable // ETag: "a" | 30 | Cache-Control: no-cache | revalidated
        8246-2 | immutable, validated by policy | | 200 Cache-Control: max-age=60, immutable // ETag: "a" | 30 | @validate | hit
        8246-2 | immutable, stale, validated by policy | | 200 Cache-Control: max-age=60, immutable // ETag: "a" | 60 | @validate | revalidated | >Cache-Control: max-age=0
        9213-2 | a targeted field is not supported | | 200 CDN-Cache-Control: max-age=600 // Cache-Control: max-age=1 | 30 | | miss
        9111-5.4 | Pragma of a response means nothing | | 200 Cache-Control: max-age=60 // Pragma: no-cache | 30 | | hit
        9111-5.4 | Pragma does not forbid to guess | | 200 Last-Modified: {-1000} // Pragma: no-cache | 30 | | hit
        9111-3 | Set-Cookie | | 200 Cache-Control: max-age=60 // Set-Cookie: a=b | 30 | | hit | Set-Cookie: a=b
        9111-3 | an attachment | | 200 Cache-Control: max-age=60 // Content-Disposition: attachment; filename=a.txt | 30 | | hit
        9111-3 | an empty body | | 204 Cache-Control: max-age=60 | 30 | | hit | 204
        9111-3.3 | 206 is not stored | | 206 Cache-Control: max-age=60 // Content-Range: bytes 0-5/10 | 0 | | miss
        9111-3.3 | a part is not stored | Range: bytes=0-5 | 206 Cache-Control: max-age=60 // Content-Range: bytes 0-5/10 | 0 | Range: bytes=0-5 | miss
        """
            + "\n"
            + [200, 203, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599].map {
                """
                9111-3 | \($0) with a lifetime | | \($0) Cache-Control: max-age=60 | 59 | | hit | \($0)
                9111-3 | \($0) that is stale | | \($0) Cache-Control: max-age=60 | 60 | | miss
                """
            }.joined(separator: "\n")
    )

    static let requests = CacheCase.all(
        """
        9111-5.2.1.1 | max-age=0 | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: max-age=0 | miss | >Cache-Control: max-age=0
        9111-5.2.1.1 | max-age=0 validates | | 200 Cache-Control: max-age=60 // ETag: "a" | 0 | Cache-Control: max-age=0 | revalidated
        9111-5.2.1.1 | max-age below the age | | 200 Cache-Control: max-age=60 | 10 | Cache-Control: max-age=9 | miss
        9111-5.2.1.1 | max-age of the age | | 200 Cache-Control: max-age=60 | 10 | Cache-Control: max-age=10 | hit
        9111-5.2.1.1 | max-age below the Age | | 200 Cache-Control: max-age=3600 // Age: 1800 | 0 | Cache-Control: max-age=600 | miss
        9111-5.2.1.1 | max-age above the lifetime | | 200 Cache-Control: max-age=60 | 61 | Cache-Control: max-age=600 | miss
        9111-5.2.1.1 | an invalid max-age | | 200 Cache-Control: max-age=60 | 1 | Cache-Control: max-age=x | miss
        9111-5.2.1.2 | max-stale without a value | | 200 Cache-Control: max-age=60 | 100000 | Cache-Control: max-stale | stale | Age: 100000
        9111-5.2.1.2 | max-stale that suffices | | 200 Cache-Control: max-age=60 | 70 | Cache-Control: max-stale=10 | stale
        9111-5.2.1.2 | max-stale that does not suffice | | 200 Cache-Control: max-age=60 | 71 | Cache-Control: max-stale=10 | miss
        9111-5.2.1.2 | max-stale with Age | | 200 Cache-Control: max-age=1500 // Age: 2000 | 0 | Cache-Control: max-stale=1000 | stale
        9111-5.2.1.2 | max-stale with max-age | | 200 Cache-Control: max-age=60 | 70 | Cache-Control: max-stale=10, max-age=65 | miss
        9111-5.2.1.2 | an invalid max-stale | | 200 Cache-Control: max-age=60 | 70 | Cache-Control: max-stale=x | miss
        9111-5.2.1.2 | max-stale against no-cache | | 200 Cache-Control: max-age=60, no-cache | 70 | Cache-Control: max-stale | miss
        9111-5.2.1.3 | min-fresh that holds | | 200 Cache-Control: max-age=60 | 30 | Cache-Control: min-fresh=30 | hit
        9111-5.2.1.3 | min-fresh that does not hold | | 200 Cache-Control: max-age=60 | 31 | Cache-Control: min-fresh=30 | miss
        9111-5.2.1.3 | min-fresh with Age | | 200 Cache-Control: max-age=1500 // Age: 1000 | 0 | Cache-Control: min-fresh=1000 | miss
        9111-5.2.1.3 | min-fresh above the lifetime | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: min-fresh=100 | miss
        9111-5.2.1.3 | an invalid min-fresh | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: min-fresh=x | miss
        9111-5.2.1.4 | no-cache | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: no-cache | miss
        9111-5.2.1.4 | no-cache validates by ETag | | 200 Cache-Control: max-age=60 // ETag: "a" | 0 | Cache-Control: no-cache | revalidated | >If-None-Match: "a"
        9111-5.2.1.4 | no-cache validates by Last-Modified | | 200 Cache-Control: max-age=60 // Last-Modified: {-100} | 0 | Cache-Control: no-cache | revalidated | >If-Modified-Since: {-100}
        9111-5.2.1.5 | no-store | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: no-store | miss
        9111-5.2.1.5 | no-store of the first request | Cache-Control: no-store | 200 Cache-Control: max-age=60 | 0 | | miss
        9111-5.2.1.6 | no-transform | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: no-transform | hit
        9111-5.2.1.7 | only-if-cached with a response | | 200 Cache-Control: max-age=60 | 0 | Cache-Control: only-if-cached | hit
        9111-5.2.1.7 | only-if-cached with a stale one | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | Cache-Control: only-if-cached | miss | 504
        9111-5.2.1.7 | only-if-cached with max-stale | | 200 Cache-Control: max-age=60 | 60 | Cache-Control: only-if-cached, max-stale | stale
        9111-5.2.1.7 | only-if-cached without a response | | 200 Cache-Control: no-store | 0 | Cache-Control: only-if-cached | miss | 504
        9111-5.2.1.7 | only-if-cached of HEAD | | 200 Cache-Control: no-store | 0 | HEAD Cache-Control: only-if-cached | miss | 504
        9111-5.4 | Pragma | | 200 Cache-Control: max-age=60 // ETag: "a" | 0 | Pragma: no-cache | revalidated
        9111-5.4 | Pragma beside Cache-Control | | 200 Cache-Control: max-age=60 | 0 | Pragma: no-cache // Cache-Control: max-stale | hit
        9111-5.4 | another Pragma | | 200 Cache-Control: max-age=60 | 0 | Pragma: foo | hit
        5861-3 | stale-while-revalidate | | 200 Cache-Control: max-age=60, stale-while-revalidate=60 // ETag: "a" | 119 | | stale
        5861-3 | stale-while-revalidate without a validator | | 200 Cache-Control: max-age=60, stale-while-revalidate=60 | 119 | | stale
        5861-3 | stale from the beginning | | 200 Cache-Control: max-age=0, stale-while-revalidate=60 // ETag: "a" | 1 | | stale
        5861-3 | after its window | | 200 Cache-Control: max-age=60, stale-while-revalidate=60 // ETag: "a" | 121 | | revalidated
        5861-3 | with must-revalidate | | 200 Cache-Control: max-age=60, must-revalidate, stale-while-revalidate=60 // ETag: "a" | 90 | | revalidated
        5861-3 | with no-cache | | 200 Cache-Control: max-age=60, no-cache, stale-while-revalidate=60 // ETag: "a" | 90 | | revalidated
        5861-3 | of a request with max-age | | 200 Cache-Control: max-age=60, stale-while-revalidate=60 // ETag: "a" | 90 | Cache-Control: max-age=100 | revalidated
        5861-3 | an invalid window | | 200 Cache-Control: max-age=60, stale-while-revalidate=x // ETag: "a" | 90 | | revalidated
        5861-4 | stale-if-error, 500 | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 500 | stale | 200
        5861-4 | stale-if-error, 502 | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 502 | stale | 200
        5861-4 | stale-if-error, 503 | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 503 | stale | 200
        5861-4 | stale-if-error, 504 | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 504 | stale | 200
        5861-4 | stale-if-error, 501 is no error | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 501 | miss | 501
        5861-4 | stale-if-error, 404 is no error | | 200 Cache-Control: max-age=60, stale-if-error=60 | 119 | => 404 | miss | 404
        5861-4 | stale-if-error after its window | | 200 Cache-Control: max-age=60, stale-if-error=60 | 121 | => 500 | miss | 500
        5861-4 | stale-if-error of a request | | 200 Cache-Control: max-age=60 | 119 | Cache-Control: stale-if-error=60 => 500 | stale | 200
        5861-4 | stale-if-error of a request after its window | | 200 Cache-Control: max-age=60 | 121 | Cache-Control: stale-if-error=60 => 500 | miss | 500
        5861-4 | stale-if-error with no-cache | | 200 Cache-Control: max-age=60, no-cache, stale-if-error=60 | 90 | => 500 | miss | 500
        5861-4 | nothing allows a stale response | | 200 Cache-Control: max-age=60 | 61 | => 500 | miss | 500
        """
    )
}
