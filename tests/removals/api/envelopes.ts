import type { Removal } from '../removal.ts'

/** How requests are read and answers are wrapped: forms and JSON, one and many. */
export const envelopes: readonly Removal[] = [
  {
    promise: 'Bearer API key required',
    in: 'services/gateway',
    find: "throw fault('unauthenticated', 'Send your API key as \"Authorization: Bearer pbk_…\".')",
    put: "throw fault('forbidden', 'Send your API key as \"Authorization: Bearer pbk_…\".')",
  },
  {
    promise: 'bodies as form or JSON',
    in: 'libs/http',
    find: 'acceptForms(app)',
    put: '',
  },
  {
    promise: 'unknown fields and parameters are refused like wrong values',
    in: 'services/gateway',
    find: 'export const onlyThese = { additionalProperties: false }',
    put: 'export const onlyThese = { additionalProperties: true }',
  },
  {
    promise: 'times are RFC 3339 UTC with milliseconds; report ids UUIDv7',
    in: 'services/report',
    find: 'id: randomUUIDv7(), runId',
    put: 'id: crypto.randomUUID(), runId',
  },
  {
    promise: 'the envelope of one; 201 with `Location`',
    in: 'services/gateway',
    find: "void reply.code(status).header('location', publicUrl(`/api/v1/reports/${report.id}`))",
    put: 'void reply.code(status)',
  },
  {
    promise: 'the envelope of a list, absolute links that keep the filters',
    in: 'services/gateway',
    find: "new URLSearchParams(requestUrl.split('?', 2)[1] ?? '')",
    put: 'new URLSearchParams()',
  },
  {
    promise: '`page` reaches row 10,000, then 422 that points to `cursor`',
    in: 'services/gateway',
    find: 'if ((page ?? 1) * per_page > lastRow) {',
    put: 'if ((page ?? 1) * per_page > 1e9) {',
  },
  {
    promise: '`cursor` goes on past it and loses no row',
    in: 'services/gateway',
    find: 'current !== null && (current + 1) * per_page <= lastRow',
    put: 'current !== null',
  },
  {
    promise: 'a cursor is as fast deep in a list',
    in: 'services/report',
    find: 'matching.push(afterPosition(sorted, order.direction, values.length + 1))',
    put: 'matching.push(`case when ${afterPosition(sorted, order.direction, values.length + 1)} then true end`)',
  },
  {
    promise: '`total` exact to 10,000, then capped',
    in: 'libs/lists',
    find: 'total: Math.min(counted, COUNTED_TO),',
    put: 'total: counted,',
  },
  {
    promise: 'ties break by id: no row skipped or twice',
    in: 'services/report',
    find: "if (sortBy === 'url') return ['url', 'id']",
    put: "if (sortBy === 'url') return ['url']",
  },
  {
    promise: 'the same while rows are added',
    in: 'libs/lists',
    find: "direction === 'asc' ? '>' : '<'",
    put: "direction === 'asc' ? '>=' : '<='",
  },
  {
    promise: 'the answer of a deletion',
    in: 'services/gateway',
    find: "return deletedAnswer('report', id)",
    put: "return deletedAnswer('report', '')",
  },
]
