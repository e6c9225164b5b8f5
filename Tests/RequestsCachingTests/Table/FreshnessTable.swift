/// RFC 9111, sections 4.2, 5.1 and 5.3: lifetimes and ages.
enum FreshnessTable {
    static let cases = CacheCase.all(
        """
        9111-4.2.1 | nothing says how long | | 200 | 0 | | miss
        9111-4.2.1 | max-age | | 200 Cache-Control: max-age=60 | 59 | | hit | Age: 59
        9111-4.2.1 | max-age has passed | | 200 Cache-Control: max-age=60 | 60 | | miss
        9111-4.2.1 | max-age has long passed | | 200 Cache-Control: max-age=60 | 100000 | | miss
        9111-4.2.1 | max-age of 0 | | 200 Cache-Control: max-age=0 | 0 | | miss
        9111-4.2.1 | max-age wins over a past Expires | | 200 Cache-Control: max-age=60 // Expires: {-60} | 30 | | hit
        9111-4.2.1 | max-age wins over a future Expires | | 200 Cache-Control: max-age=0 // Expires: {600} | 30 | | miss
        9111-4.2.1 | max-age wins over an invalid Expires | | 200 Cache-Control: max-age=60 // Expires: 0 | 30 | | hit
        9111-4.2.1 | s-maxage is for shared caches | | 200 Cache-Control: s-maxage=60 | 30 | | miss
        9111-4.2.1 | s-maxage does not win | | 200 Cache-Control: s-maxage=600, max-age=1 | 30 | | miss
        9111-4.2.1 | s-maxage does not win (fresh) | | 200 Cache-Control: s-maxage=1, max-age=60 | 30 | | hit
        9111-4.2.1 | s-maxage in its own field | | 200 Cache-Control: s-maxage=600 // Cache-Control: max-age=1 | 30 | | miss
        9111-4.2.1 | Expires | | 200 Date: {0} // Expires: {60} | 59 | | hit | Age: 59
        9111-4.2.1 | Expires has passed | | 200 Date: {0} // Expires: {60} | 60 | | miss
        9111-4.2.1 | Expires without Date | | 200 Expires: {60} | 59 | | hit
        9111-4.2.1 | Expires with an invalid Date | | 200 Date: foo // Expires: {60} | 59 | | hit
        9111-4.2.1 | Expires is relative to Date | | 200 Date: {100} // Expires: {160} | 59 | | hit
        9111-4.2.1 | Expires equals Date | | 200 Date: {0} // Expires: {0} | 0 | | miss
        9111-4.2.1 | Expires before a Date that is fast | | 200 Date: {400} // Expires: {300} | 0 | | miss
        9111-4.2.1 | two max-age: the first | | 200 Cache-Control: max-age=60, max-age=1 | 30 | | hit
        9111-4.2.1 | two max-age: the first, shorter | | 200 Cache-Control: max-age=1, max-age=60 | 30 | | miss
        9111-4.2.1 | two max-age in two fields | | 200 Cache-Control: max-age=60 // Cache-Control: max-age=1 | 30 | | hit
        9111-4.2.1 | two Expires | | 200 Expires: {60} // Expires: {60} | 0 | | miss
        9111-5.2 | quoted max-age | | 200 Cache-Control: max-age="60" | 30 | | hit
        9111-5.2 | single-quoted max-age | | 200 Cache-Control: max-age='60' | 30 | | miss
        9111-5.2 | leading zeros | | 200 Cache-Control: max-age=0060 | 59 | | hit
        9111-5.2 | the case of a name | | 200 Cache-Control: MaX-aGe=60 | 30 | | hit
        9111-5.2 | white space before the = | | 200 Cache-Control: max-age =60 | 30 | | miss
        9111-5.2 | white space after the = | | 200 Cache-Control: max-age= 60 | 30 | | miss
        9111-5.2 | no space after a comma | | 200 Cache-Control: public,max-age=60 | 30 | | hit
        9111-5.2 | empty members | | 200 Cache-Control: , ,max-age=60,, | 30 | | hit
        9111-5.2 | max-age without a value | | 200 Cache-Control: max-age | 0 | | miss
        9111-5.2 | max-age with an empty value | | 200 Cache-Control: max-age= | 0 | | miss
        9111-5.2 | negative max-age | | 200 Cache-Control: max-age=-60 | 0 | | miss
        9111-5.2 | max-age with a sign | | 200 Cache-Control: max-age=+60 | 0 | | miss
        9111-5.2 | max-age with a leading letter | | 200 Cache-Control: max-age=a60 | 0 | | miss
        9111-5.2 | max-age with a trailing letter | | 200 Cache-Control: max-age=60a | 0 | | miss
        9111-5.2 | max-age with a fraction | | 200 Cache-Control: max-age=60.0 | 0 | | miss
        9111-5.2 | an invalid max-age is no reason to guess | | 200 Cache-Control: max-age=x // Last-Modified: {-1000000} | 0 | | revalidated
        9111-5.2 | max-age in a quoted text | | 200 Cache-Control: extension="max-age=600", max-age=1 | 30 | | miss
        9111-5.2 | max-age in a quoted text behind | | 200 Cache-Control: max-age=1, extension="max-age=600" | 30 | | miss
        9111-5.2 | a comma in a quoted text | | 200 Cache-Control: extension="a, no-store", max-age=60 | 30 | | hit
        9111-5.2 | an escaped quote | | 200 Cache-Control: extension="a\\", no-store, \\"b", max-age=60 | 30 | | hit
        9111-5.2 | a quote without its end | | 200 Cache-Control: max-age=60, extension="no-store | 30 | | hit
        9111-5.2 | an unknown directive | | 200 Cache-Control: foobar, max-age=60 | 30 | | hit
        9111-5.2 | an unknown directive with a value | | 200 Cache-Control: max-age=60, foo=bar | 30 | | hit
        9111-1.2.2 | max-age of 2^31 | | 200 Cache-Control: max-age=2147483648 | 1000000 | | hit
        9111-1.2.2 | max-age above 2^31 | | 200 Cache-Control: max-age=99999999999 | 1000000 | | hit
        9111-1.2.2 | max-age that no integer holds | | 200 Cache-Control: max-age=99999999999999999999999 | 1000 | | hit
        9111-5.3 | Expires in the far future | | 200 Expires: Sun, 21 Nov 2286 04:46:39 GMT | 1000 | | hit
        9111-5.3 | Expires beyond 32 bits | | 200 Expires: Tue, 19 Jan 2038 14:14:08 GMT | 1000 | | hit
        9111-5.3 | Expires in the form of RFC 850 | | 200 Expires: Thursday, 18-Aug-50 02:01:18 GMT | 1000 | | hit
        9111-5.3 | RFC 850 in the last century | | 200 Expires: Sunday, 06-Nov-94 08:49:37 GMT | 0 | | miss
        9111-5.3 | Expires in the form of asctime | | 200 Expires: Thu Aug 18 02:01:18 2050 | 1000 | | hit
        9111-5.3 | asctime with one digit | | 200 Expires: Thu Aug  8 02:01:18 2050 | 1000 | | hit
        9111-5.3 | the case of a weekday | | 200 Expires: THU, 18 Aug 2050 02:01:18 GMT | 1000 | | hit
        9111-5.3 | the case of a month | | 200 Expires: Thu, 18 AUG 2050 02:01:18 GMT | 1000 | | hit
        9111-5.3 | the case of a zone | | 200 Expires: Thu, 18 Aug 2050 02:01:18 gMT | 1000 | | hit
        9111-5.3 | UTC is no zone | | 200 Expires: Thu, 18 Aug 2050 02:01:18 UTC | 0 | | miss
        9111-5.3 | another zone | | 200 Expires: Thu, 18 Aug 2050 02:01:18 AEST | 0 | | miss
        9111-5.3 | a year with two digits | | 200 Expires: Thu, 18 Aug 50 02:01:18 GMT | 0 | | miss
        9111-5.3 | no comma | | 200 Expires: Thu 18 Aug 2050 02:01:18 GMT | 0 | | miss
        9111-5.3 | two spaces | | 200 Expires: Thu, 18  Aug  2050 02:01:18 GMT | 0 | | miss
        9111-5.3 | dashes in the date | | 200 Expires: Thu, 18-Aug-2050 02:01:18 GMT | 0 | | miss
        9111-5.3 | periods in the time | | 200 Expires: Thu, 18 Aug 2050 02.01.18 GMT | 0 | | miss
        9111-5.3 | an hour with one digit | | 200 Expires: Thu, 18 Aug 2050 2:01:18 GMT | 0 | | miss
        9111-5.3 | an hour that is none | | 200 Expires: Thu, 18 Aug 2050 24:01:18 GMT | 0 | | miss
        9111-5.3 | a month that is none | | 200 Expires: Thu, 18 Foo 2050 02:01:18 GMT | 0 | | miss
        9111-5.3 | Expires of 0 | | 200 Expires: 0 | 0 | | miss
        9111-5.3 | Expires of -1 | | 200 Expires: -1 | 0 | | miss
        9111-5.3 | an invalid Expires is no reason to guess | | 200 Expires: 0 // Last-Modified: {-100000} | 0 | | revalidated
        9111-4.2.3 | Age counts | | 200 Cache-Control: max-age=60 // Age: 30 | 29 | | hit | Age: 59
        9111-4.2.3 | Age ends the lifetime | | 200 Cache-Control: max-age=60 // Age: 30 | 30 | | miss
        9111-4.2.3 | Age is above max-age | | 200 Cache-Control: max-age=10 // Age: 15 // Date: {0} | 0 | | miss
        9111-4.2.3 | Date counts | | 200 Cache-Control: max-age=60 // Date: {-30} | 29 | | hit | Age: 59
        9111-4.2.3 | Date ends the lifetime | | 200 Cache-Control: max-age=60 // Date: {-30} | 30 | | miss
        9111-4.2.3 | a fast Date makes nothing younger | | 200 Cache-Control: max-age=60 // Date: {30} | 30 | | hit | Age: 30
        9111-4.2.3 | the larger of Age and Date: Age | | 200 Cache-Control: max-age=60 // Date: {-5} // Age: 30 | 10 | | hit | Age: 40
        9111-4.2.3 | the larger of Age and Date: Date | | 200 Cache-Control: max-age=60 // Date: {-30} // Age: 5 | 10 | | hit | Age: 40
        9111-4.2.3 | Age with Expires, Date is slow | | 200 Date: {-10} // Expires: {10} // Age: 25 | 0 | | miss
        9111-4.2.3 | Age with Expires, Date is fast | | 200 Date: {10} // Expires: {20} // Age: 15 | 0 | | miss
        9110-6.6.1 | a response without Date gets the time at which it came | | 200 Cache-Control: max-age=60 | 30 | | hit | Date: {0}
        9110-6.6.1 | an invalid Date stays | | 200 Cache-Control: max-age=60 // Date: foo | 30 | | hit | Date: foo
        9111-4.2.3 | a clock that is set back | | 200 Cache-Control: max-age=60 | -600 | | miss
        9111-5.1 | Age that is no number | | 200 Cache-Control: max-age=60 // Age: abc | 30 | | hit | Age: 30
        9111-5.1 | negative Age | | 200 Cache-Control: max-age=60 // Age: -7200 | 30 | | hit
        9111-5.1 | Age with a fraction | | 200 Cache-Control: max-age=60 // Age: 7200.0 | 30 | | hit
        9111-5.1 | large Age | | 200 Cache-Control: max-age=60 // Age: 2147483647 | 0 | | miss
        9111-5.1 | larger Age | | 200 Cache-Control: max-age=60 // Age: 2147483649 | 0 | | miss
        9111-5.1 | a list of Age: the first, old | | 200 Cache-Control: max-age=60 // Age: 7200, 0 | 0 | | miss
        9111-5.1 | a list of Age: the first, young | | 200 Cache-Control: max-age=60 // Age: 0, 7200 | 0 | | hit
        9111-5.1 | two Age: the first, old | | 200 Cache-Control: max-age=60 // Age: 7200 // Age: 0 | 0 | | miss
        9111-5.1 | two Age: the first, young | | 200 Cache-Control: max-age=60 // Age: 0 // Age: 7200 | 0 | | hit
        9111-5.1 | Age with a parameter | | 200 Cache-Control: max-age=60 // Age: 7200;foo=1 | 0 | | hit
        9111-4 | a response from the cache has an Age | | 200 Date: {0} // Expires: {600} // Age: 30 | 10 | | hit | Age: 40
        9111-4 | Date stays the same | | 200 Date: {0} // Expires: {600} | 10 | | hit | Date: {0} // Expires: {600}
        9111-4 | a new response has no Age from here | | 200 Cache-Control: max-age=0 | 10 | | miss | !Age
        9111-4.2.2 | a tenth of the time since the change | | 200 Last-Modified: {-1000} | 99 | | hit
        9111-4.2.2 | after a tenth | | 200 Last-Modified: {-1000} | 100 | | revalidated
        9111-4.2.2 | relative to Date | | 200 Last-Modified: {-1000} // Date: {-20} | 77 | | hit
        9111-4.2.2 | at most a week | | 200 Last-Modified: {-100000000} | 604799 | | hit
        9111-4.2.2 | not more than a week | | 200 Last-Modified: {-100000000} | 604801 | | revalidated
        9111-4.2.2 | changed after its Date | | 200 Last-Modified: {50} // Date: {0} | 0 | | revalidated
        9111-4.2.2 | an ETag alone gives no lifetime | | 200 ETag: "a" | 0 | | revalidated
        9111-4.2.2 | public alone gives no lifetime | | 200 Cache-Control: public | 0 | | miss
        9111-4.2.2 | public allows to guess | | 599 Cache-Control: public // Last-Modified: {-1000} | 50 | | hit
        9111-4.2.2 | an invalid Last-Modified | | 200 Last-Modified: yesterday | 0 | | miss | >!If-Modified-Since
        """
            + "\n"
            + [200, 203, 404, 405, 410, 414, 501, 300, 301, 308].map {
                "9110-15.1 | \($0) may be guessed | | \($0) Last-Modified: {-1000} | 50 | | hit | \($0)"
            }.joined(separator: "\n")
            + "\n"
            + [201, 202, 302, 303, 307, 400, 401, 403, 500, 502, 503, 504, 599].map {
                "9110-15.1 | \($0) may not be guessed | | \($0) Last-Modified: {-1000} | 50 | | miss"
            }.joined(separator: "\n")
    )
}
