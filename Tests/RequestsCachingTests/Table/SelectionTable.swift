/// RFC 9111, sections 2, 3.1, 3.2, 3.5, 4.1 and 4.3: selection, validation, fields and methods.
enum SelectionTable {
    static let selection = CacheCase.all(
        """
        9111-4.1 | Vary, same value | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 1 | hit
        9111-4.1 | Vary, other value | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 2 | miss
        9111-4.1 | Vary, the case of a value | Foo: a | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: A | miss
        9111-4.1 | Vary, the case of a name | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: fOO | 1 | foo: 1 | hit
        9111-4.1 | Vary, left out | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | | miss
        9111-4.1 | Vary, added | | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 1 | miss
        9111-4.1 | Vary, without it twice | | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | | hit
        9111-4.1 | Vary, other fields | Foo: 1 // Bar: 2 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 1 // Bar: 3 | hit
        9111-4.1 | Vary, two names | Foo: 1 // Bar: a | 200 Cache-Control: max-age=60 // Vary: Foo, Bar | 1 | Foo: 1 // Bar: a | hit
        9111-4.1 | Vary, two names, one differs | Foo: 1 // Bar: a | 200 Cache-Control: max-age=60 // Vary: Foo, Bar | 1 | Foo: 2 // Bar: a | miss
        9111-4.1 | Vary in two fields | Foo: 1 // Bar: a | 200 Cache-Control: max-age=60 // Vary: Foo // Vary: Bar | 1 | Foo: 1 // Bar: b | miss
        9111-4.1 | Vary, three names | Foo: 1 // Bar: a // Baz: 7 | 200 Cache-Control: max-age=60 // Vary: Foo, Bar, Baz | 1 | Baz: 7 // Foo: 1 // Bar: a | hit
        9111-4.1 | Vary, three names, one differs | Foo: 1 // Bar: a // Baz: 7 | 200 Cache-Control: max-age=60 // Vary: Foo, Bar, Baz | 1 | Foo: 1 // Baz: 7 // Bar: ab | miss
        9111-4.1 | Vary, one of three left out twice | Foo: 1 // Baz: 7 | 200 Cache-Control: max-age=60 // Vary: Foo, Bar, Baz | 1 | Foo: 1 // Baz: 7 | hit
        9111-4.1 | Vary, many names | F18: 1 | 200 Cache-Control: max-age=60 // Vary: F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14, F15, F16, F17, F18 | 1 | F18: 1 | hit
        9111-4.1 | Vary, many names, the last one differs | F9: 1 | 200 Cache-Control: max-age=60 // Vary: F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14, F15, F16, F17, F18 | 1 | F9: 2 | miss
        9111-4.1 | Vary of * | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: * | 1 | Foo: 1 | miss
        9111-4.1 | Vary of *, twice | | 200 Cache-Control: max-age=60 // Vary: *, * | 1 | | miss
        9111-4.1 | Vary of * in two fields | | 200 Cache-Control: max-age=60 // Vary: * // Vary: * | 1 | | miss
        9111-4.1 | Vary of * behind nothing | | 200 Cache-Control: max-age=60 // Vary: , * | 1 | | miss
        9111-4.1 | Vary of * before a name | | 200 Cache-Control: max-age=60 // Vary: *, Foo | 1 | | miss
        9111-4.1 | Vary of * behind a name | | 200 Cache-Control: max-age=60 // Vary: Foo, * | 1 | | miss
        9111-4.1 | Vary of nothing | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: , | 1 | | hit
        9111-4.1 | white space in a list | Foo: 1,2 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 1 ,  2 | hit
        9111-4.1 | two fields are a list | Foo: 1, 2 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 1 // Foo: 2 | hit
        9111-4.1 | the order of a list counts | Foo: 1, 2 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: 2, 1 | miss
        9111-4.1 | white space in quotes counts | Foo: "1, 2" | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | Foo: "1,2" | miss
        9111-4.1 | the order of languages | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language | 1 | Accept-Language: de, en | hit
        9111-4.1 | the case of languages | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language | 1 | Accept-Language: eN, De | hit
        9111-4.1 | white space of languages | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language | 1 | Accept-Language: en ,   de | hit
        9111-4.1 | weights of languages | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language | 1 | Accept-Language: en, de;q=0.5 | miss
        9111-4.1 | the preferred language | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language // Content-Language: de | 1 | Accept-Language: fr;q=0.5, de;q=1.0 | hit
        9111-4.1 | not the preferred language | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language // Content-Language: de | 1 | Accept-Language: fr;q=0.8, de;q=0.1 | miss
        9111-4.1 | a language that is refused | Accept-Language: en, de | 200 Cache-Control: max-age=60 // Vary: Accept-Language // Content-Language: de | 1 | Accept-Language: de;q=0 | miss
        9111-4.1 | validation keeps the fields of Vary | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo // ETag: "a" | 60 | Foo: 1 | revalidated | >Foo: 1 // >If-None-Match: "a"
        9111-4.1 | another variant is not validated | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo // ETag: "a" | 1 | Foo: 2 | miss | >!If-None-Match
        9111-3.5 | credentials | Authorization: Bearer a | 200 Cache-Control: max-age=60 | 1 | Authorization: Bearer a | hit
        9111-3.5 | other credentials | Authorization: Bearer a | 200 Cache-Control: max-age=60 | 1 | Authorization: Bearer b | miss
        9111-3.5 | no credentials any more | Authorization: Bearer a | 200 Cache-Control: max-age=60 | 1 | | miss
        9111-3.5 | credentials for the first time | | 200 Cache-Control: max-age=60 | 1 | Authorization: Bearer a | miss
        9111-3.5 | public does not share credentials | Authorization: Bearer a | 200 Cache-Control: max-age=60, public | 1 | Authorization: Bearer b | miss
        9111-3.5 | a key in a field | X-Api-Key: a | 200 Cache-Control: max-age=60 | 1 | X-Api-Key: b | miss
        9111-3.5 | the same key in a field | X-Api-Key: a | 200 Cache-Control: max-age=60 | 1 | X-Api-Key: a | hit
        9111-3.5 | credentials are not validated for others | Authorization: Bearer a | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | Authorization: Bearer b | miss | >!If-None-Match
        9111-3.5 | a cookie | Cookie: a=1 | 200 Cache-Control: max-age=60 | 1 | Cookie: a=1 | hit
        9111-3.5 | another cookie | Cookie: a=1 | 200 Cache-Control: max-age=60 | 1 | Cookie: a=2 | miss
        9111-3.5 | no cookie any more | Cookie: a=1 | 200 Cache-Control: max-age=60 | 1 | | miss
        9111-3.5 | a cookie for the first time | | 200 Cache-Control: max-age=60 | 1 | Cookie: a=1 | hit
        9111-3.5 | a cookie for the first time, with Vary | | 200 Cache-Control: max-age=60 // Vary: Cookie | 1 | Cookie: a=1 | miss
        """)

    static let validation = CacheCase.all(
        """
        9111-4.3.1 | strong ETag | | 200 Cache-Control: max-age=60 // ETag: "abc" | 60 | | revalidated | >If-None-Match: "abc" // 200
        9111-4.3.1 | weak ETag | | 200 Cache-Control: max-age=60 // ETag: W/"abc" | 60 | | revalidated | >If-None-Match: W/"abc"
        9111-4.3.1 | ETag without quotes | | 200 Cache-Control: max-age=60 // ETag: abc | 60 | | revalidated | >If-None-Match: abc
        9111-4.3.1 | Last-Modified | | 200 Cache-Control: max-age=60 // Last-Modified: {-100} | 60 | | revalidated | >If-Modified-Since: {-100}
        9111-4.3.1 | both validators | | 200 Cache-Control: max-age=60 // ETag: "a" // Last-Modified: {-100} | 60 | | revalidated | >If-None-Match: "a" // >If-Modified-Since: {-100}
        9111-4.3.1 | no validator | | 200 Cache-Control: max-age=60 | 60 | | miss | >!If-None-Match // >!If-Modified-Since
        9111-4.3.3 | a new response | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 200 Cache-Control: max-age=60 // ETag: "b" | miss | ETag: "b"
        9111-4.3.3 | an error of the server | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 500 | miss | 500
        9111-4.3.3 | a 404 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 404 | miss | 404
        9111-4.3.4 | a field that the 304 leaves out | | 200 Cache-Control: max-age=60 // ETag: "a" // A: 1 | 60 | => 304 | revalidated | A: 1
        9111-4.3.4 | the 304 leaves Age and Date out | | 200 Cache-Control: max-age=60 // ETag: "a" // Age: 30 // Date: {-30} | 60 | => 304 | revalidated | !Age // !Date
        9111-3.2 | a field of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" // A: 1 | 60 | => 304 A: 2 | revalidated | A: 2
        9111-3.2 | a new field of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 A: 2 | revalidated | A: 2
        9111-3.2 | Cache-Control of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 Cache-Control: max-age=6 | revalidated | Cache-Control: max-age=6
        9111-3.2 | Content-Type of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" // Content-Type: text/plain | 60 | => 304 Content-Type: text/html | revalidated | Content-Type: text/html
        9111-3.2 | Content-Encoding of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 Content-Encoding: gzip | revalidated | !Content-Encoding
        9111-3.2 | Content-Range of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 Content-Range: bytes 0-1/2 | revalidated | !Content-Range
        9111-3.2 | Connection of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 Connection: x-a // X-A: 1 | revalidated | !X-A
        9111-3.2 | ETag of the 304, weak | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | => 304 ETag: W/"a" | revalidated
        9111-4.3.4 | ETag of the 304, weak, of another version | | 200 Cache-Control: max-age=60 // ETag: W/"a" | 60 | => 304 ETag: W/"b" | miss
        9111-3.2 | Set-Cookie of the 304 | | 200 Cache-Control: max-age=60 // ETag: "a" // Set-Cookie: a=1 | 60 | => 304 Set-Cookie: a=2 | revalidated | Set-Cookie: a=2
        9111-3.1 | Connection lists fields | | 200 Cache-Control: max-age=60 // Connection: a, b // A: 1 // B: 2 // C: 3 | 1 | | hit | !A // !B // C: 3 // !Connection
        9111-3.1 | Keep-Alive | | 200 Cache-Control: max-age=60 // Keep-Alive: timeout=5 | 1 | | hit | !Keep-Alive
        9111-3.1 | Proxy-Authenticate | | 200 Cache-Control: max-age=60 // Proxy-Authenticate: Basic | 1 | | hit | !Proxy-Authenticate
        9111-3.1 | Proxy-Authentication-Info | | 200 Cache-Control: max-age=60 // Proxy-Authentication-Info: a | 1 | | hit | !Proxy-Authentication-Info
        9111-3.1 | Proxy-Connection | | 200 Cache-Control: max-age=60 // Proxy-Connection: a | 1 | | hit | !Proxy-Connection
        9111-3.1 | TE | | 200 Cache-Control: max-age=60 // TE: a | 1 | | hit | !TE
        9111-3.1 | Upgrade | | 200 Cache-Control: max-age=60 // Upgrade: a | 1 | | hit | !Upgrade
        9111-3.1 | strange fields | | 200 Cache-Control: max-age=60 // X-Test: a, b // Content-Foo: 1 | 1 | | hit | X-Test: a, b // Content-Foo: 1
        9111-3.1 | policies of browsers | | 200 Cache-Control: max-age=60 // X-Frame-Options: deny // Content-Security-Policy: default-src 'self' | 1 | | hit | X-Frame-Options: deny // Content-Security-Policy: default-src 'self'
        9111-3.1 | Content-Range of a 200 | | 200 Cache-Control: max-age=60 // Content-Range: bytes 0-5/6 | 1 | | hit | Content-Range: bytes 0-5/6
        9111-3.1 | Content-Location | | 200 Cache-Control: max-age=60 // Content-Location: /foo | 1 | | hit | Content-Location: /foo
        9111-4.3.2 | condition of the caller, fresh | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: "a" | hit | 304 // ETag: "a" // Age: 1 // Date: {0} // !Content-Length
        9111-4.3.2 | weak condition, fresh | | 200 Cache-Control: max-age=60 // ETag: W/"a" | 1 | If-None-Match: W/"a" | hit | 304
        9111-4.3.2 | weak and strong are alike | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: W/"a" | hit | 304
        9111-4.3.2 | the first of several tags | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: "a", "b", "c" | hit | 304
        9111-4.3.2 | the last of several tags | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: "b", "c", "a" | hit | 304
        9111-4.3.2 | any tag | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: * | hit | 304
        9111-4.3.2 | another tag | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-None-Match: "b" | hit | 200
        9111-4.3.2 | a tag goes before a date | | 200 Cache-Control: max-age=60 // ETag: "a" // Last-Modified: {-5000} | 1 | If-None-Match: "b" // If-Modified-Since: {-1} | hit | 200
        9111-4.3.2 | If-Modified-Since of the change | | 200 Cache-Control: max-age=60 // Last-Modified: {-3000} | 1 | If-Modified-Since: {-3000} | hit | 304
        9111-4.3.2 | If-Modified-Since after the change | | 200 Cache-Control: max-age=60 // Last-Modified: {-3000} | 1 | If-Modified-Since: {-2000} | hit | 304
        9111-4.3.2 | If-Modified-Since before the change | | 200 Cache-Control: max-age=60 // Last-Modified: {-3000} | 1 | If-Modified-Since: {-4000} | hit | 200
        9111-4.3.2 | If-Modified-Since in another form | | 200 Cache-Control: max-age=60 // Last-Modified: Sat, 06 Nov 2010 08:49:37 GMT | 1 | If-Modified-Since: Saturday, 06-Nov-10 08:49:37 GMT | hit | 304
        9111-4.3.2 | If-Modified-Since without Last-Modified | | 200 Cache-Control: max-age=60 // Date: {0} | 1 | If-Modified-Since: {1} | hit | 304
        9111-4.3.2 | an invalid If-Modified-Since | | 200 Cache-Control: max-age=60 // Last-Modified: {-3000} | 1 | If-Modified-Since: x | hit | 200
        9111-4.3.2 | condition of the caller, stale | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | If-None-Match: "a" | miss | 304 // >If-None-Match: "a"
        9111-4.3.2 | condition of the caller, nothing stored | | 200 Cache-Control: no-store | 1 | If-None-Match: "a" | miss | 304 // >If-None-Match: "a"
        9111-4.3.2 | If-Match goes to the server | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | If-Match: "a" | miss | >If-Match: "a"
        9111-4.3.2 | If-Unmodified-Since goes to the server | | 200 Cache-Control: max-age=60 // Last-Modified: {-100} | 1 | If-Unmodified-Since: {0} | miss
        9111-3.4 | a part of a stored response | | 200 Cache-Control: max-age=60 // A: 1 | 1 | Range: bytes=0-1 | hit | 206 // Content-Range: bytes 0-1/6 // Content-Length: 2 // A: 1 // Age: 1
        9111-3.4 | a part without an end | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=1- | hit | 206 // Content-Range: bytes 1-5/6
        9111-3.4 | a part at the end | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=-1 | hit | 206 // Content-Range: bytes 5-5/6
        9111-3.4 | a part that is longer than the body | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=3-100 | hit | 206 // Content-Range: bytes 3-5/6
        9111-3.4 | a part behind the body | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=6- | miss | >Range: bytes=6-
        9111-3.4 | two parts | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=0-1,3-4 | miss | >Range: bytes=0-1,3-4
        9111-3.4 | a range that is none | | 200 Cache-Control: max-age=60 | 1 | Range: bytes=x | miss | >Range: bytes=x
        9111-3.4 | a range of another unit | | 200 Cache-Control: max-age=60 | 1 | Range: items=0-1 | miss | >Range: items=0-1
        9111-3.4 | a part of a stale response | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | Range: bytes=0-1 | miss | >Range: bytes=0-1 // >!If-None-Match
        9111-3.4 | a part of nothing | | 200 Cache-Control: no-store | 1 | Range: bytes=0-1 | miss | >Range: bytes=0-1
        9111-3.4 | a part of an error | | 404 Cache-Control: max-age=60 | 1 | Range: bytes=0-1 | miss | >Range: bytes=0-1
        9111-3.4 | If-Range of the same tag | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | Range: bytes=0-1 // If-Range: "a" | hit | 206
        9111-3.4 | If-Range of another tag | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | Range: bytes=0-1 // If-Range: "b" | miss | >If-Range: "b"
        9111-3.4 | If-Range of a weak tag | | 200 Cache-Control: max-age=60 // ETag: W/"a" | 1 | Range: bytes=0-1 // If-Range: W/"a" | miss | >If-Range: W/"a"
        9111-3.4 | only-if-cached of a part | | 200 Cache-Control: no-store | 1 | Range: bytes=0-1 // Cache-Control: only-if-cached | miss | 504
        9111-4.3.5 | HEAD from a GET | | 200 Cache-Control: max-age=60 // A: 1 | 30 | HEAD | hit | A: 1 // Age: 30 // Content-Length: 6
        9111-4.3.5 | HEAD of a stale GET | | 200 Cache-Control: max-age=60 // ETag: "a" | 60 | HEAD | miss | >!If-None-Match
        9111-4.3.5 | GET after HEAD | HEAD | 200 Cache-Control: max-age=60 // Content-Length: 6 | 1 | | miss
        9111-4 | POST is not responded from a GET | | 200 Cache-Control: max-age=60 | 1 | POST | miss
        9111-4 | OPTIONS is not responded from a GET | | 200 Cache-Control: max-age=60 | 1 | OPTIONS | miss
        9111-4 | GET is not responded from a POST | POST | 200 Cache-Control: max-age=60 | 1 | | miss
        9110-9.3.3 | GET from a POST with Content-Location | POST | 200 Cache-Control: max-age=60 // Content-Location: /a?b=c | 1 | | hit
        9110-9.3.3 | POST with another Content-Location | POST | 200 Cache-Control: max-age=60 // Content-Location: /b | 1 | | miss
        9110-9.3.3 | POST with a Content-Location and no lifetime | POST | 200 Last-Modified: {-1000} // Content-Location: /a?b=c | 1 | | miss
        """)

    static let policies = CacheCase.all(
        """
        CachePolicy | reloadIgnoringLocalCacheData | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | @reload | miss | >!If-None-Match // >!Cache-Control
        CachePolicy | reloadIgnoringLocalAndRemoteCacheData | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | @reloadAll | miss | >!If-None-Match // >Cache-Control: no-cache
        CachePolicy | reloadIgnoringLocalAndRemoteCacheData with directives | | 200 Cache-Control: max-age=60 | 1 | @reloadAll Cache-Control: max-age=1 | miss | >Cache-Control: max-age=1
        CachePolicy | returnCacheDataElseLoad, fresh | | 200 Cache-Control: max-age=60 | 1 | @else | hit
        CachePolicy | returnCacheDataElseLoad, stale | | 200 Cache-Control: max-age=60 | 6000 | @else | stale | Age: 6000
        CachePolicy | returnCacheDataElseLoad, no lifetime | | 200 | 6000 | @else | stale
        CachePolicy | returnCacheDataElseLoad, no-cache | | 200 Cache-Control: no-cache | 1 | @else | stale
        CachePolicy | returnCacheDataElseLoad, nothing | | 200 Cache-Control: no-store | 1 | @else | miss
        CachePolicy | returnCacheDataElseLoad, other credentials | Authorization: a | 200 Cache-Control: max-age=60 | 1 | @else Authorization: b | miss
        CachePolicy | returnCacheDataElseLoad, other variant | Foo: 1 | 200 Cache-Control: max-age=60 // Vary: Foo | 1 | @else Foo: 2 | miss
        CachePolicy | returnCacheDataDontLoad, fresh | | 200 Cache-Control: max-age=60 | 1 | @only | hit
        CachePolicy | returnCacheDataDontLoad, stale | | 200 Cache-Control: max-age=60 | 6000 | @only | stale
        CachePolicy | returnCacheDataDontLoad, nothing | | 200 Cache-Control: no-store | 1 | @only | offline
        CachePolicy | returnCacheDataDontLoad, HEAD | | 200 Cache-Control: no-store | 1 | HEAD @only | offline
        CachePolicy | returnCacheDataDontLoad, POST | | 200 Cache-Control: max-age=60 | 1 | POST @only | offline
        CachePolicy | returnCacheDataDontLoad, a part | | 200 Cache-Control: no-store | 1 | @only Range: bytes=0-1 | offline
        CachePolicy | reloadRevalidatingCacheData, fresh | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | @validate | revalidated | >If-None-Match: "a" // >Cache-Control: max-age=0
        CachePolicy | reloadRevalidatingCacheData, no validator | | 200 Cache-Control: max-age=60 | 1 | @validate | miss
        CachePolicy | reloadRevalidatingCacheData, changed | | 200 Cache-Control: max-age=60 // ETag: "a" | 1 | @validate => 200 ETag: "b" | miss
        CachePolicy | useProtocolCachePolicy | | 200 Cache-Control: max-age=60 | 1 | | hit
        CachePolicy | the response to a reload is stored | @reload | 200 Cache-Control: max-age=60 | 1 | | hit
        """)
}
