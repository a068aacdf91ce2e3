import type { Removal } from '../removal.ts'

/** Projects, with what belongs to them: checks, channels, events, deliveries and the hook. */
export const projects: readonly Removal[] = [
  {
    promise: '`GET /projects` with its parameters',
    in: 'services/gateway',
    find: "sort_by: oneOf(['created_at', 'project'], { default: 'created_at' }),",
    put: "sort_by: oneOf(['created_at'], { default: 'created_at' }),",
  },
  {
    promise: '`POST /projects`: a host name, one spelling',
    in: 'libs/urls',
    find: "const rest = name.startsWith('www.') ? name.slice(4) : name",
    put: 'const rest = name',
  },
  {
    promise: '`DELETE /projects/{project}`: tokens stop first, reports go, URLs are dropped',
    in: 'services/gateway',
    find: 'await clients.quotas.closeProject({ account_id, project_id })',
    put: '',
  },
  {
    promise: 'ignored checks',
    in: 'services/project',
    find: 'set reason = excluded.reason, expires_at = excluded.expires_at,',
    put: 'set expires_at = excluded.expires_at,',
  },
  {
    promise: 'and what they do to a score',
    in: 'services/report',
    find: 'applySuppressions(analysis.rating, suppressions, page)',
    put: 'applySuppressions(analysis.rating, suppressions.slice(0, 0), page)',
  },
  {
    promise: 'the hook: made, shown, rotated with grace, disabled, revoked',
    in: 'services/gateway',
    find: 'grace_seconds: request.body.grace, limits,',
    put: 'grace_seconds: 0, limits,',
  },
  {
    promise: 'the delivery log and its filters',
    in: 'services/gateway',
    find: '...(url === undefined ? {} : { url: asSent(url) }),',
    put: '',
  },
  {
    promise: "every attempt at a URL with the engine's message",
    in: 'services/gateway',
    find: 'data: attempts.map(toAttemptJson)',
    put: 'data: attempts.slice(-1).map(toAttemptJson)',
  },
  {
    promise: 'attempts are kept, once for all URLs that were answered alike',
    in: 'services/notifier',
    find: 'if (seen !== undefined) return { ...row, response: seen }\n    const read = readResult(row.result)\n    const name = JSON.stringify(read)',
    put: 'void seen\n    const read = readResult(row.result)\n    const name = randomUUIDv7()',
  },
  {
    promise: 'channels: set, masked, chosen, deleted; intake is updated before the response',
    in: 'services/gateway',
    after: 'clients.channelSettings.putChannel({',
    find: 'await syncChannels(clients, account_id, list)',
    put: '',
  },
  {
    promise: 'a channel paused and resumed; key files',
    in: 'services/gateway',
    find: 'paused: paused.includes(channel),',
    put: 'paused: false,',
  },
  {
    promise: 'the endpoint of events: made, shown, changed, disabled, deleted; its secret once',
    in: 'services/gateway',
    after: "if (secret === '') return",
    find: "{ location, 'cache-control': 'no-store' }",
    put: '{ location }',
  },
  {
    promise: 'events are signed as Standard Webhooks says',
    in: 'services/notifier',
    find: 'update(`${id}.${seconds}.${body}`)',
    put: 'update(`${id}.${body}`)',
  },
  {
    promise: 'five days of nothing but failure disable an endpoint',
    in: 'services/notifier',
    find: 'now.failing_ms < giveUpMs',
    put: 'now.failing_ms >= 0',
  },
  {
    promise: '`force`: URLs sent again within the window, with who and why',
    in: 'services/gateway',
    find: 'project_id, key_id, ...request.body',
    put: 'project_id, ...request.body',
  },
  {
    promise: 'who forced what, newest first',
    in: 'services/gateway',
    find: 'listForcedBatches({ account_id, project_id, ...request.query })',
    put: 'listForcedBatches({ account_id, project_id, per_page: 10 })',
  },
  {
    promise: 'requeue',
    in: 'services/gateway',
    find: 'if (selectors.length !== 1) {',
    put: 'if (selectors.length > 3) {',
  },
  {
    promise: 'requeue of any number, portion after portion',
    in: 'libs/rpc',
    find: 'cursor = answer.next_cursor',
    put: '',
  },
  {
    promise: '`GET /account`',
    in: 'services/gateway',
    find: 'const remaining = limit === undefined ? null : Math.max(0, limit - used.used)',
    put: 'const remaining = limit ?? null',
  },
]
