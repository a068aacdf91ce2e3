import type { Removal } from '../removal.ts'

/** Every status of a refusal, and what it tells. */
export const refusals: readonly Removal[] = [
  {
    promise: '400, 413, 415, 422',
    file: 'libs/http/src/problem.ts',
    find: 'if (statusCode === 415) {',
    put: 'if (statusCode === 416) {',
  },
  {
    promise: '401 with `WWW-Authenticate`',
    file: 'libs/http/src/problem.ts',
    find: 'void reply.header(\'www-authenticate\', `Bearer realm="Pagebell"${reason}`)',
    put: 'void reason',
  },
  {
    promise: '403 for a missing scope, which it names',
    file: 'services/gateway/src/app.ts',
    find: '  requireScope(app)\n',
    put: '',
  },
  {
    promise: "404 for what is unknown and another account's, alike to the byte",
    file: 'services/project/src/not-found.ts',
    find: "fault('not_found', 'There is no such project.')",
    put: "fault('not_found', `There is no such project. ${Math.random()}`)",
  },
  {
    promise: '405 naming the methods there are',
    file: 'libs/http/src/not-found.ts',
    find: "void reply.header('allow', allowed.join(', '))",
    put: 'void reply',
  },
  {
    promise: '406',
    file: 'services/gateway/src/app.ts',
    find: '  refuseUnacceptable(app)\n',
    put: '',
  },
  {
    promise: '409',
    file: 'libs/faults/src/fault.ts',
    find: 'conflict: { http: 409,',
    put: 'conflict: { http: 400,',
  },
  {
    promise: '429 with `Retry-After`; `RateLimit`, `RateLimit-Policy` per account',
    file: 'services/gateway/src/app.ts',
    find: '  limitCalls(app, parts.redis)\n',
    put: '',
  },
  {
    promise: '503 with `Retry-After` when a dependency is down',
    file: 'libs/http/src/problem.ts',
    find: "void reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfterSeconds)))",
    put: 'void reply',
  },
  {
    promise: 'nothing internal in any text',
    file: 'libs/http/src/problem.ts',
    find: "'Something went wrong here. It has been logged under this request_id.'",
    put: 'String((known.cause as Error).message)',
  },
]
