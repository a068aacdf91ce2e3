import type { Removal } from '../removal.ts'

/** Every status of a refusal, and what it tells. */
export const refusals: readonly Removal[] = [
  {
    promise: '400, 413, 415, 422',
    in: 'libs/http',
    find: 'if (statusCode === 415) {',
    put: 'if (statusCode === 416) {',
  },
  {
    promise: '401 with `WWW-Authenticate`',
    in: 'libs/http',
    find: 'void reply.header(\'www-authenticate\', `Bearer realm="Pagebell"${reason}`)',
    put: 'void reason',
  },
  {
    promise: '403 for a missing scope, which it names',
    in: 'services/gateway',
    find: 'requireScope(app)',
    put: '',
  },
  {
    promise: "404 for what is unknown and another account's, alike to the byte",
    in: 'services/project',
    find: "fault('not_found', 'There is no such project.')",
    put: "fault('not_found', `There is no such project. ${Math.random()}`)",
  },
  {
    promise: '405 naming the methods there are',
    in: 'libs/http',
    find: "void reply.header('allow', allowed.join(', '))",
    put: 'void reply',
  },
  {
    promise: '406',
    in: 'services/gateway',
    find: 'refuseUnacceptable(app)',
    put: '',
  },
  {
    promise: '409',
    in: 'libs/faults',
    find: 'conflict: { http: 409,',
    put: 'conflict: { http: 400,',
  },
  {
    promise: '429 with `Retry-After`; `RateLimit`, `RateLimit-Policy` per account',
    in: 'services/gateway',
    find: 'limitCalls(app, redis)',
    put: '',
  },
  {
    promise: '503 with `Retry-After` when a dependency is down',
    in: 'libs/http',
    find: "void reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfterSeconds)))",
    put: 'void reply',
  },
  {
    promise: 'nothing internal in any text',
    in: 'libs/http',
    find: "'Something went wrong here. It has been logged under this request_id.'",
    put: 'String((known.cause as Error).message)',
  },
]
