import { defineCheck, fail, notApplicable, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'http_version',
  title: 'HTTP version',
  titles: { pass: 'The server offers HTTP/2 or HTTP/3', fail: 'The server offers HTTP/1.1 only' },
  category: 'performance',
  weight: 1,
  why: 'They load many files over one connection at once.',
  fix: 'Turn on HTTP/2 in the server or put a proxy in front that speaks it.',
  learn: 'https://developer.mozilla.org/en-US/docs/Glossary/HTTP_2',
  criteria: {
    pass: 'h2 or h3 is offered',
    fail: 'only HTTP/1.1',
    notApplicable: 'the page is http, or a recorded exchange does not tell',
  },
  needs: ['url', 'tls', 'headers'],

  check({ url, tls, headers }) {
    if (url.protocol !== 'https:') return notApplicable('The page is served over HTTP.')
    const alternative = headers.get('alt-svc')
    if (/(^|[\s,])h[23](-\d+)?=/.test(alternative ?? '')) return pass('h3')
    if (tls === null) return notApplicable('The protocol was not recorded.')
    return tls.alpn === 'h2' ? pass('h2') : fail('Only HTTP/1.1 is offered.', { alpn: tls.alpn ?? 'none' }, tls.alpn)
  },
})
