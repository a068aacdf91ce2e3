import { expect, it } from '@jest/globals'
import { judgeUrl } from './judge-url.ts'

it.each(['http://10.0.0.1/', 'http://staging/', 'https://example.com:8443/'])(
  'tells who runs Pagebell for an own network how %s can be reached',
  (url) => {
    expect(() => judgeUrl(url, [])).toThrow(/not on the public web\..*FETCH_ALLOW/)
  },
)
