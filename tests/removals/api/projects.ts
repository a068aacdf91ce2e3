import type { Removal } from '../removal.ts'

/** Projects, with what belongs to them: checks, channels, events, deliveries and the hook. */
export const projects: readonly Removal[] = [
  {
    promise: '`GET /projects` with its parameters',
    file: 'services/gateway/src/routes/list-projects.ts',
    find: "sort_by: oneOf(['created_at', 'project'], { default: 'created_at' }),",
    put: "sort_by: oneOf(['created_at'], { default: 'created_at' }),",
  },
  {
    promise: '`POST /projects`: a host name, one spelling',
    file: 'libs/urls/src/project-name.ts',
    find: "const rest = name.startsWith('www.') ? name.slice(4) : name",
    put: 'const rest = name',
  },
  {
    promise: '`DELETE /projects/{project}`: tokens stop first, reports go, URLs are dropped',
    file: 'services/gateway/src/routes/delete-project.ts',
    find: '    await peers.quotas.closeProject({ account_id, project_id })\n',
    put: '',
  },
  {
    promise: 'ignored checks',
    file: 'services/project/src/queries/put-ignored-check.ts',
    find: 'set reason = excluded.reason, expires_at = excluded.expires_at,',
    put: 'set expires_at = excluded.expires_at,',
  },
  {
    promise: 'and what they do to a score',
    file: 'services/report/src/consume/page-analyzed.ts',
    find: 'leaveOutIgnored(body.rating, await ignoredChecks(q, report), page)',
    put: 'leaveOutIgnored(body.rating, (await ignoredChecks(q, report)).slice(0, 0), page)',
  },
  {
    promise: 'the hook: made, shown, rotated with grace, disabled, revoked',
    file: 'services/gateway/src/routes/rotate-hook.ts',
    find: 'grace_seconds: request.body.grace,',
    put: 'grace_seconds: 0,',
  },
  {
    promise: 'the delivery log and its filters',
    file: 'services/gateway/src/delivery-list.ts',
    find: '...(url === undefined ? {} : { url: asSent(url) }),',
    put: '',
  },
  {
    promise: "every attempt at a URL with the engine's words",
    file: 'services/gateway/src/routes/list-attempts.ts',
    find: 'data: attempts.map(toAttemptJson)',
    put: 'data: attempts.slice(-1).map(toAttemptJson)',
  },
  {
    promise: 'attempts are kept, once for all URLs that were answered alike',
    file: 'services/notifier/src/tell-answers-apart.ts',
    find: '    if (seen !== undefined) return { ...end, answer: seen }\n    const read = readOutcome(end.outcome)\n    const name = JSON.stringify(read)',
    put: '    void seen\n    const read = readOutcome(end.outcome)\n    const name = randomUUIDv7()',
  },
  {
    promise: 'channels: set, masked, chosen, forgotten; intake told before the answer',
    file: 'services/gateway/src/routes/put-channel.ts',
    find: '    await tellChannels(peers, account_id, list)\n',
    put: '',
  },
  {
    promise: 'a channel paused and resumed; key files',
    file: 'services/gateway/src/channel-json.ts',
    find: 'paused: paused.includes(channel),',
    put: 'paused: false,',
  },
  {
    promise: 'the endpoint of events: made, shown, changed, disabled, deleted; its secret once',
    file: 'services/gateway/src/routes/put-endpoint.ts',
    find: `headers({ location, 'cache-control': 'no-store' })`,
    put: 'headers({ location })',
  },
  {
    promise: 'events are signed as Standard Webhooks says',
    file: 'services/notifier/src/sign-event.ts',
    find: 'update(`${id}.${seconds}.${body}`)',
    put: 'update(`${id}.${body}`)',
  },
  {
    promise: 'five days of nothing but failure disable an endpoint',
    file: 'services/notifier/src/record-answer.ts',
    find: 'now.failing_ms < giveUpMs',
    put: 'now.failing_ms >= 0',
  },
  {
    promise: '`force`: URLs sent again within the window, with who and why',
    file: 'services/gateway/src/routes/force-urls.ts',
    find: 'project_id, key_id, ...request.body',
    put: 'project_id, ...request.body',
  },
  {
    promise: 'who forced what, newest first',
    file: 'services/gateway/src/routes/list-forced-batches.ts',
    find: 'listForcedBatches({ account_id, project_id, ...request.query })',
    put: 'listForcedBatches({ account_id, project_id, per_page: 10 })',
  },
  {
    promise: 'requeue',
    file: 'services/gateway/src/routes/requeue-deliveries.ts',
    find: 'if (given.length !== 1) {',
    put: 'if (given.length > 3) {',
  },
  {
    promise: 'requeue of any number, portion after portion',
    file: 'libs/rpc/src/follow-cursor.ts',
    find: '    cursor = answer.next_cursor\n',
    put: '',
  },
  {
    promise: '`GET /account`',
    file: 'services/gateway/src/routes/get-account.ts',
    find: 'const remaining = limit === undefined ? null : Math.max(0, limit - used.used)',
    put: 'const remaining = limit ?? null',
  },
]
