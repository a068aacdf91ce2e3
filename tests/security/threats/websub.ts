import type { Threat } from '../threat.ts'

/** What a hub, the feed that names it, or a client that pretends to be one can do. */
export const webSubThreats: readonly Threat[] = [
  {
    threat: 'callbacks of subscriptions that are guessed, by which watches are scanned',
    ids: ['API2:2023', 'ASVS 6.3.1'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'by network, where there is no such callback, and before a body is read' },
    find: 'const unknownPerMinute = 30',
    put: 'const unknownPerMinute = 30_000',
  },
  {
    threat: 'a forged delivery, by a client that has the address of a callback and not its secret',
    ids: ['API2:2023', 'ASVS 11.2.1'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'that %s is answered like any other, and counts for nothing' },
    find: "signature, body) !== 'right') return 'ignored'",
    put: "signature, body) === undefined) return 'ignored'",
  },
  {
    threat: 'huge deliveries, which fill the memory of the gateway and of pages',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'more than a megabyte gets 413' },
    find: 'const maxDeliveryBytes = 1_024 * 1_024',
    put: 'const maxDeliveryBytes = 64 * 1_024 * 1_024',
  },
  {
    threat: 'a flood of deliveries by a hub, which keeps the gateway and pages from others',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/gateway',
    test: { in: 'services/gateway', title: 'by subscription, from however many networks' },
    find: 'const callsPerMinute = 120',
    put: 'const callsPerMinute = 12_000',
  },
  {
    threat: 'a hub that has a site scanned without end by signed deliveries',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'make one scan now, and one a minute later' },
    find: 'pushed_at + $4 *',
    put: 'pushed_at + 0 * $4 *',
  },
  {
    threat: 'a feed that names a hub in the private network of the installation, which is then asked',
    ids: ['API7:2023', 'ASVS 1.3.6'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'a hub in a private network is not asked' },
    find: 'allow: splitList(config.FETCH_ALLOW),',
    put: "allow: [...splitList(config.FETCH_ALLOW), '127.0.0.0/8'],",
  },
  {
    threat: 'a subscription to a topic that was not requested, which a callback confirms',
    ids: ['API2:2023', 'ASVS 2.2.1'],
    in: 'services/pages',
    test: { in: 'services/pages', title: 'a verification is refused %s' },
    find: 'and topic = $2 and not ends and requested_at',
    put: "and $2 <> '' and not ends and requested_at",
  },
]
