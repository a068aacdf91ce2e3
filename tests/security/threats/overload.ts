import type { Threat } from '../threat.ts'

/** More bytes, requests and look-ups than a service can hold or a plan allows. */
export const overloadThreats: readonly Threat[] = [
  {
    threat: 'many large bodies at once, until memory runs out',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/http',
    test: {
      in: 'libs/http',
      title: 'turns large bodies away instead of running out of memory, and serves the small and the next',
    },
    find: 'boundBodies(app)',
    put: '',
  },
  {
    threat:
      'a body that is refused unread, which keeps the next request of another client on the same connection waiting',
    ids: ['API4:2023', 'ASVS 15.2.2', 'ASVS 4.2.1'],
    in: 'libs/http',
    test: {
      in: 'libs/http',
      title: 'does not keep the next one of its client waiting: %d bytes',
    },
    find: 'settleUnreadBodies(app)',
    put: '',
  },
  {
    threat: 'a body without end after a refusal',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/http',
    test: { in: 'libs/http', title: 'ends with its connection if the body has no end' },
    find: 'if (left < 0) destroy()',
    put: '',
  },
  {
    threat: 'more requests than memory holds',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'libs/http',
    test: {
      in: 'libs/http',
      title: 'takes nothing in when memory is nearly used up, and lives',
    },
    find: 'shedLoad(app)',
    put: '',
  },
  {
    threat: 'large unauthenticated bodies with invented, disabled or revoked hook tokens',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'is answered before its body, if the token is %s',
    },
    find: 'onRequest: async (request) => {',
    put: 'preHandler: async (request) => {',
  },
  {
    threat:
      'large unauthenticated bodies with invented hook tokens, which the gateway would hold before it forwards them',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'is not read where the token is %s, and is not forwarded',
    },
    find: 'if (status === 404) throw await unknownHook()',
    put: 'if (status === 405) throw await unknownHook()',
  },
  {
    threat: 'one token that clients of many networks use at once, to have all connections to intake',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'shares what one network may have when all of its requests have one token, from whatever networks',
    },
    find: 'byToken.run(token, inTurn)',
    put: 'inTurn()',
  },
  {
    threat: 'tokens that one network makes up, to have the queue in which the tokens of all wait',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/gateway',
    test: {
      in: 'services/gateway',
      title: 'is refused when even its queue is full: %s',
    },
    find: 'ofNetwork.run(network, inTurnOfToken)',
    put: 'inTurnOfToken()',
  },
  {
    threat: 'an account whose deliveries wait for each other in any number, and hold the connections of all',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'beyond 64 of an account are refused; those whose clients were answered are not counted',
    },
    find: 'waiting.length >= maxPending',
    put: 'waiting.length > 64_000',
  },
  {
    threat: 'made-up hook tokens with a valid checksum, to keep PostgreSQL busy',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'shares one look-up with concurrent requests: 400 clients take one connection of PostgreSQL',
    },
    find: 'concurrency: 1,\n    weigh: () => 1,\n    maxWeight: maxTokensPerStatement,',
    put: 'concurrency: 10,\n    weigh: () => 1,\n    maxWeight: 1,',
  },
  {
    threat: 'one account that looks large batches up again and again, until memory runs out',
    ids: ['API4:2023', 'ASVS 15.2.2'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'has two read at a time, eight that wait and the others refused, and keeps no other account waiting',
    },
    find: 'const lookupsPerAccount = 2',
    put: 'const lookupsPerAccount = 200',
  },
  {
    threat: 'one and the same URL sent again and again, until the disk is full',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'creates no row, however often it is sent, with or without Redis',
    },
    find: 'if fresh = 0 then',
    put: 'if fresh < 0 then',
  },
  {
    threat: 'more requests at the webhook than the plan allows, also with a Redis that the sender has filled',
    ids: ['API4:2023', 'API6:2023'],
    in: 'services/intake',
    test: {
      in: 'services/intake',
      title: 'that is full changes no answer: accepted, duplicate, and the limit of the plan',
    },
    find: 'lookup.rateLimited ||= countHere(key) > allowed',
    put: 'lookup.rateLimited ||= countHere(key) < 0 && allowed > 0',
  },
]
