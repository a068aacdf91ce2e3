import type { Threat } from '../threat.ts'

const fetcher = 'libs/safe-fetch/test/safe-fetcher.test.ts'
const engines = 'services/notifier/test/hostile-engines.test.ts'

/** Everything behind judge-url.ts asks the same function: without it nothing is private. */
const everyAddress = {
  guard: 'libs/safe-fetch/src/judge-url.ts',
  find: '  if (isInAny(address, allow)) return\n',
  put: '  return\n',
}

export const outsideThreats: readonly Threat[] = [
  {
    threat: 'a redirect that leads the analyzer to a private address',
    ids: ['API7:2023', 'ASVS 1.3.6', 'ASVS 15.3.2'],
    test: { file: fetcher, title: 'gets no connection through a redirect' },
    ...everyAddress,
  },
  {
    threat: 'a name that leads the analyzer to a private address',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    test: { file: fetcher, title: 'gets no connection through a name that points there, alone or among public ones' },
    ...everyAddress,
  },
  {
    threat: 'a private address in a spelling that parsers disagree about',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    guard: 'libs/safe-fetch/src/judge-url.ts',
    test: { file: 'libs/safe-fetch/src/unsafe-urls.test.ts', title: '%s %s' },
    find: "if (!plain.test(text)) throw blocked('The address has a space, a control character or a backslash.')",
    put: '',
  },
  {
    threat: 'a page of kilobytes that unpacks to gigabytes',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    guard: 'libs/safe-fetch/src/decode-body.ts',
    test: { file: fetcher, title: 'ends at the limit: %s' },
    find: "if (size > maxBytes && beyond === 'refuse') {",
    put: "if (size > 4 * maxBytes + 1e8 && beyond === 'refuse') {",
  },
  {
    threat: 'a page whose parsing never ends',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    guard: 'services/analyzer/src/page-workers.ts',
    test: {
      file: 'services/analyzer/test/hostile-pages.test.ts',
      title: 'that takes longer than the deadline ends with the reason',
    },
    find: 'timer = setTimeout(() => deadline.abort(), deadlineMs)',
    put: 'timer = setTimeout(() => undefined, deadlineMs)',
  },
  {
    threat: 'an engine that answers with megabytes',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    guard: 'services/notifier/src/fetch-engine.ts',
    test: { file: engines, title: 'with 10 MB of words is cut off early, and 2 KB of them are kept' },
    find: '      if (size >= mostBytes) break\n',
    put: '',
  },
  {
    threat: 'an engine whose words fill the database',
    ids: ['API10:2023', 'ASVS 14.2.6'],
    guard: 'services/notifier/src/tell-answers-apart.ts',
    test: { file: engines, title: 'with 10 MB of words is cut off early, and 2 KB of them are kept' },
    find: 'message: boundedWords(words.message)',
    put: 'message: words.message',
  },
  {
    threat: 'an engine whose answer drips',
    ids: ['API10:2023', 'ASVS 13.2.6'],
    guard: 'services/notifier/src/fetch-engine.ts',
    test: { file: engines, title: 'whose answer drips is left after its time, and asked again' },
    find: 'using timeout = awakeTimeout(timeoutMs)',
    put: 'using timeout = awakeTimeout(2 ** 31 - 1)',
  },
  {
    threat: 'an address of events that leads inside, set past the API',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    guard: 'services/notifier/src/fetch-receiver.ts',
    test: {
      file: 'services/notifier/test/event-endpoints.test.ts',
      title: 'to an address that leads inside is not sent, and says so',
    },
    find: 'const fetch = safeFetcher({ ...reach,',
    put: "const fetch = safeFetcher({ ...reach, allow: ['0.0.0.0/0'],",
  },
  {
    threat: 'a receiver that sends the notifier on to an address inside',
    ids: ['API7:2023', 'ASVS 15.3.2'],
    guard: 'services/notifier/src/judge-answer.ts',
    test: {
      file: 'services/notifier/test/event-endpoints.test.ts',
      title: 'is sent again after %j, with the same id and body, until it is taken',
    },
    find: "if (status >= 300 && status <= 399) return { reason: 'redirect_not_followed' }",
    put: 'if (status >= 300 && status <= 399) return {}',
  },
  {
    threat: 'a secret of events that is moved to another project’s row, or read where the database was stolen',
    ids: ['API1:2023', 'ASVS 11.3.3'],
    guard: 'services/notifier/src/endpoint-secrets.ts',
    test: {
      file: 'services/notifier/test/event-endpoints.test.ts',
      title: 'keeps its secret sealed, and sealed anew it signs as before',
    },
    find: 'seal.seal(secret, placeOf(place))',
    put: "seal.seal(secret, '')",
    also: [
      {
        file: 'services/notifier/src/endpoint-secrets.ts',
        find: 'seal.open(sealed, placeOf(place))',
        put: "seal.open(sealed, '')",
      },
    ],
  },
]
