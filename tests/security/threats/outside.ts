import type { Threat } from '../threat.ts'

/** Everything behind judge-url.ts asks the same function: without it nothing is private. */
const everyAddress = {
  in: 'libs/safe-fetch',
  find: 'if (isInAny(address, allow)) return',
  put: 'return',
}

export const outsideThreats: readonly Threat[] = [
  {
    threat: 'a redirect that leads the analyzer to a private address',
    ids: ['API7:2023', 'ASVS 1.3.6', 'ASVS 15.3.2'],
    test: { in: 'libs/safe-fetch', title: 'gets no connection through a redirect' },
    ...everyAddress,
  },
  {
    threat: 'a name that leads the analyzer to a private address',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    test: {
      in: 'libs/safe-fetch',
      title: 'gets no connection through a name that points there, alone or among public ones',
    },
    ...everyAddress,
  },
  {
    threat: 'a private address in a spelling that parsers disagree about',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'libs/safe-fetch',
    test: { in: 'libs/safe-fetch', title: '%s %s' },
    find: "if (!plain.test(text)) throw blocked('The address has a space, a control character or a backslash.')",
    put: '',
  },
  {
    threat: 'a page of kilobytes that unpacks to gigabytes',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    in: 'libs/safe-fetch',
    test: { in: 'libs/safe-fetch', title: 'ends at the limit: %s' },
    find: "if (size > maxBytes && beyond === 'refuse') {",
    put: "if (size > 4 * maxBytes + 1e8 && beyond === 'refuse') {",
  },
  {
    threat: 'a page whose parsing never ends',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    in: 'libs/worker-pool',
    test: {
      in: 'services/analyzer',
      title: 'that takes longer than the deadline ends with the reason',
    },
    find: 'timer = setTimeout(() => deadline.abort(), deadlineMs)',
    put: 'timer = setTimeout(() => undefined, deadlineMs)',
  },
  {
    threat: 'an engine that answers with megabytes',
    ids: ['API10:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: { in: 'services/notifier', title: 'with 10 MB of words is cut off early, and 2 KB of them are kept' },
    find: 'if (size >= maxBytes) break',
    put: '',
  },
  {
    threat: 'an engine whose words fill the database',
    ids: ['API10:2023', 'ASVS 14.2.6'],
    in: 'services/notifier',
    test: { in: 'services/notifier', title: 'with 10 MB of words is cut off early, and 2 KB of them are kept' },
    find: 'message: boundedText(response.message)',
    put: 'message: response.message',
  },
  {
    threat: 'an engine whose answer drips',
    ids: ['API10:2023', 'ASVS 13.2.6'],
    in: 'services/notifier',
    test: { in: 'services/notifier', title: 'whose answer drips is left after its time, and asked again' },
    find: 'using timeout = awakeTimeout(timeoutMs)',
    put: 'using timeout = awakeTimeout(2 ** 31 - 1)',
  },
  {
    threat: 'an address of events that leads inside, set past the API',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'to a private address is not sent, with the reason',
    },
    find: 'const fetch = safeFetcher({ ...reach,',
    put: "const fetch = safeFetcher({ ...reach, allow: ['0.0.0.0/0'],",
  },
  {
    threat: 'a receiver that sends the notifier on to an address inside',
    ids: ['API7:2023', 'ASVS 15.3.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'is sent again after %j, with the same id and body, until it is taken',
    },
    find: "if (status >= 300 && status <= 399) return { reason: 'redirect_not_followed' }",
    put: 'if (status >= 300 && status <= 399) return {}',
  },
  {
    threat: 'a secret of events that is moved to another project’s row, or read where the database was stolen',
    ids: ['API1:2023', 'ASVS 11.3.3'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'keeps its secret encrypted, and signs as before when it is encrypted with another key',
    },
    find: 'seal.seal(secret, placeOf(place))',
    put: "seal.seal(secret, '')",
    also: [
      {
        in: 'services/notifier',
        find: 'seal.open(sealed, placeOf(place))',
        put: "seal.open(sealed, '')",
      },
    ],
  },
]
