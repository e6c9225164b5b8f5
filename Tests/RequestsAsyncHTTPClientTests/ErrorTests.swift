#if AsyncHTTPClient
import AsyncHTTPClient
#endif
