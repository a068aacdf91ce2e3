import type { Threat } from '../threat.ts'

export const hostilePageThreats: readonly Threat[] = [
  {
    threat: 'a page whose base or links are so long that resolving them takes minutes',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/html',
    test: { in: 'services/analyzer', title: 'holds no address that is too long to be fetched, and resolves none' },
    find: 'if (page.base !== null && page.base.length > maxHrefLength) {',
    put: 'if (page.base !== null && page.base.length > 1e9) {',
  },
  {
    threat: 'a page whose structured data freezes the notifier',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/notifier',
    test: {
      in: 'services/notifier',
      title: 'are looked for in the first million characters',
    },
    find: 'const length = Math.min(html.length, maxHtmlLength)',
    put: 'const length = html.length',
  },
  {
    threat: 'JSON of brackets alone, in a page or a webhook, that keeps an event loop busy for seconds',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/runtime',
    test: { in: 'libs/http', title: 'of %s is refused before it is parsed' },
    find: 'if (text.length <= max) return false',
    put: 'if (text.length >= max) return false',
  },
  {
    threat: 'a server that has the handshake calculate with numbers of its choice',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/safe-fetch',
    test: {
      in: 'libs/safe-fetch',
      title: 'a server that chooses the group of a Diffie-Hellman exchange is a failure',
    },
    find: 'const ciphers = `${DEFAULT_CIPHERS}:!kDHE`',
    put: 'const ciphers = DEFAULT_CIPHERS',
  },
  {
    threat: 'thousands of empty headers in one read',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/safe-fetch',
    test: { in: 'libs/safe-fetch', title: 'ends empty headers without end before they have cost much' },
    find: 'if (socket.destroyed) return null',
    put: 'if (socket.closed) return read(size)',
  },
  {
    threat: 'a certificate with an impossible date that ends the analyzer',
    ids: ['API10:2023', 'ASVS 16.5.3'],
    in: 'libs/safe-fetch',
    test: { in: 'libs/safe-fetch', title: 'and %s fails, and is reported with acceptAnyCertificate' },
    find: 'return Number.isNaN(date.getTime()) ? null : date.toISOString()',
    put: 'return date.toISOString()',
  },
  {
    threat: 'an answer that breaks before its first byte and holds a place for ever',
    ids: ['API4:2023', 'API10:2023'],
    in: 'libs/safe-fetch',
    test: { in: 'libs/safe-fetch', title: 'of a connection that breaks or is given up is a failure: %s' },
    find: 'if (body.errored) throw body.errored',
    put: '',
  },
  {
    threat: 'links to dead name servers that take the threads of files and passwords',
    ids: ['API4:2023'],
    in: 'libs/safe-fetch',
    test: {
      in: 'libs/safe-fetch',
      title: 'takes no thread that files, zlib and passwords need, though no name server is named',
    },
    find: "import { Resolver } from 'node:dns/promises'",
    put: "import { lookup } from 'node:dns/promises'\nclass Resolver {\n  constructor(_options: unknown) {}\n  setServers(_servers: unknown): void {}\n  resolve4 = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)\n  resolve6 = this.resolve4\n}",
  },
  {
    threat: 'a redirect to another origin that is sent our credentials',
    ids: ['API8:2023', 'API10:2023'],
    in: 'libs/safe-fetch',
    test: {
      in: 'libs/safe-fetch',
      title: 'of another origin, and of every one after it, is asked for without credentials',
    },
    find: 'if (URL.parse(to)?.origin !== url.origin) asked =',
    put: 'if (to === undefined) asked =',
  },
  {
    threat: 'a message that ends one process after the other',
    ids: ['API4:2023', 'ASVS 16.5.2'],
    in: 'libs/broker',
    test: {
      in: 'tests/libs',
      title: 'is dead-lettered at the third delivery by any copy, and reported to onDead',
    },
    find: 'const ended = counted.ended + (outages.endedProcess() ? 1 : 0)',
    put: 'const { ended } = counted',
  },
]
