import type { Threat } from '../threat.ts'

const links = 'services/analyzer/src/sample-links.test.ts'
const https = 'libs/safe-fetch/test/https.test.ts'
const fetcher = 'libs/safe-fetch/test/safe-fetcher.test.ts'

export const hostilePageThreats: readonly Threat[] = [
  {
    threat: 'a page whose base or links are so long that resolving them takes minutes',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'services/analyzer/src/resolve-href.ts',
    test: { file: links, title: 'holds no address that is too long to be fetched, and resolves none' },
    find: 'if (page.base !== null && page.base.length > longestHref) {',
    put: 'if (page.base !== null && page.base.length > 1e9) {',
  },
  {
    threat: 'a page whose structured data freezes the notifier',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'services/notifier/src/find-structured-types.ts',
    test: {
      file: 'services/notifier/src/find-structured-types.test.ts',
      title: 'are looked for in the first million characters',
    },
    find: 'const length = Math.min(html.length, longestRead)',
    put: 'const length = html.length',
  },
  {
    threat: 'JSON of brackets alone, in a page or a webhook, that keeps an event loop busy for seconds',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'libs/runtime/src/has-more-json-nodes.ts',
    test: { file: 'libs/http/src/json-body.test.ts', title: 'of %s is refused before it is parsed' },
    find: 'if (text.length <= most) return false',
    put: 'if (text.length >= most) return false',
  },
  {
    threat: 'a server that has the handshake calculate with numbers of its choice',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'libs/safe-fetch/src/connect-checked.ts',
    test: { file: https, title: 'a server that wants to choose the group of a Diffie-Hellman exchange is a failure' },
    find: 'const ciphers = `${DEFAULT_CIPHERS}:!kDHE`',
    put: 'const ciphers = DEFAULT_CIPHERS',
  },
  {
    threat: 'thousands of empty headers in one read',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    guard: 'libs/safe-fetch/src/read-in-pieces.ts',
    test: { file: fetcher, title: 'ends empty headers without end before they have cost much' },
    find: 'if (socket.destroyed) return null',
    put: 'if (socket.closed) return read(size)',
  },
  {
    threat: 'a certificate with an impossible date that ends the analyzer',
    ids: ['API10:2023', 'ASVS 16.5.3'],
    guard: 'libs/safe-fetch/src/connect-checked.ts',
    test: { file: https, title: 'and %s fails, and is a fact where it was asked for' },
    find: 'return Number.isNaN(date.getTime()) ? null : date.toISOString()',
    put: 'return date.toISOString()',
  },
  {
    threat: 'an answer that breaks before its first byte and holds a place for ever',
    ids: ['API4:2023', 'API10:2023'],
    guard: 'libs/safe-fetch/src/decode-body.ts',
    test: { file: fetcher, title: 'of a connection that breaks or is given up is a failure: %s' },
    find: 'if (body.errored) throw body.errored',
    put: '',
  },
  {
    threat: 'links to dead name servers that take the threads of files and passwords',
    ids: ['API4:2023'],
    guard: 'libs/safe-fetch/src/resolve-host.ts',
    test: {
      file: fetcher,
      title: 'takes no thread that files, zlib and passwords need, though no name server is named',
    },
    find: "import { Resolver } from 'node:dns/promises'",
    put: `import { lookup } from 'node:dns/promises'
class Resolver {
  constructor(_options: unknown) {}
  setServers(_servers: unknown): void {}
  resolve4 = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)
  resolve6 = this.resolve4
}`,
  },
  {
    threat: 'a redirect to another origin that is sent our credentials',
    ids: ['API8:2023', 'API10:2023'],
    guard: 'libs/safe-fetch/src/safe-fetcher.ts',
    test: { file: fetcher, title: 'of another origin, and of every one after it, is asked for without credentials' },
    find: 'if (URL.parse(to)?.origin !== url.origin) asked =',
    put: 'if (to === undefined) asked =',
  },
  {
    threat: 'a message that ends one process after the other',
    ids: ['API4:2023', 'ASVS 16.5.2'],
    guard: 'libs/broker/src/consumer.ts',
    test: {
      file: 'tests/libs/broker/outage.test.ts',
      title: 'is dead at the third delivery, whichever copy takes it, and whoever is to know is told',
    },
    find: 'const ended = counted.ended + (outages.endedProcess() ? 1 : 0)',
    put: 'const { ended } = counted',
  },
]
