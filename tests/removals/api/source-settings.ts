import type { Removal } from '../removal.ts'

/** Sources, as the API shows and changes them. */
export const sourceSettings: readonly Removal[] = [
  {
    promise: 'sources: made with their address shown once, and their fields handed on',
    in: 'services/gateway',
    find: "void reply.code(201).headers({ location, 'cache-control': 'no-store' })\n  return { data: { ...toSourceJson(source)",
    put: 'void reply.code(201).headers({ location })\n  return { data: { ...toSourceJson(source)',
  },
  {
    promise: 'sources: changed in what is named alone',
    in: 'services/gateway',
    find: 'allow_ips: allow_ips === undefined ? undefined : { cidrs: allow_ips }',
    put: 'allow_ips: { cidrs: allow_ips ?? [] }',
  },
  {
    promise: 'sources: another address beside the one before',
    in: 'services/gateway',
    after: "operationId: 'rotateSource'",
    find: 'const rotation = { ...place, grace_seconds: request.body.grace,',
    put: 'const rotation = { ...place, grace_seconds: 0 * request.body.grace,',
  },
  {
    promise: 'sources: a delivery is tried without keeping it',
    in: 'services/gateway',
    find: 'headers: parseHeaderLines(headers),\n      body,',
    put: 'headers: parseHeaderLines(headers),\n      body: JSON.stringify(JSON.parse(body)),',
  },
  {
    promise: 'sources: their kinds are listed with words, rules and samples',
    in: 'services/gateway',
    find: 'sample: { headers, body },',
    put: "sample: { headers: '', body },",
  },
  {
    promise: 'sources: each has a log of its calls',
    in: 'services/gateway',
    find: '...place,\n      source_id,\n      refused: undefined,',
    put: '...place,\n      source_id: undefined,\n      refused: undefined,',
  },
  {
    promise: 'the address of a source is passed on byte for byte, and its token logged nowhere',
    in: 'services/gateway',
    find: "return '/api/hooks/***'",
    put: 'return url',
  },
  {
    promise: 'a client that sends `Connection: close` to a webhook gets its connection closed',
    in: 'services/gateway',
    find: "({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers",
    put: '(headers) => headers',
  },
]
