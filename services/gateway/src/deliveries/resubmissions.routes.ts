import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { followCursor } from '@pagebell/rpc/follow-cursor'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeaders } from '../http/idempotency.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese, textOrNull, time } from '../http/schemas.ts'
import { findProject, projectOfPath } from '../projects/project.ts'
import { verdicts } from './delivery-json.ts'

const resubmitBody = named(
  'ForceUrls',
  Type.Object(
    {
      urls: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1_000 }),
      channel: Type.Optional(oneOf(channelIds, { description: 'The default channels of the project if omitted.' })),
      action: oneOf(['update', 'delete'], { default: 'update' }),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Stored with the API key and the time.' }),
    },
    {
      ...onlyThese,
      description: 'URLs to send again.',
      examples: [{ urls: ['https://example.com/'], reason: 'The engine lost it.' }],
    },
  ),
)

const resubmittedUrls = named(
  'ForcedUrls',
  Type.Object(
    {
      batch_id: Type.String(),
      accepted: Type.Integer(),
      duplicates: Type.Integer({ description: 'Repeated in this request.' }),
      rejected: Type.Integer(),
      results: Type.Array(Type.Object({ url: Type.String(), verdict: oneOf(verdicts), reason: textOrNull() })),
    },
    { description: 'The verdict on each URL.' },
  ),
)

const forceUrls: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'forceUrls',
    summary: 'Submit URLs again inside the dedupe window',
    description:
      'For URLs that an engine has lost: none of them is a duplicate. Charged like any submission; if they exceed the remaining quota, returns 429 and sends nothing. The project needs an enabled webhook.',
    params: pathParams('project'),
    headers: idempotencyHeaders,
    body: resubmitBody,
    response: { 201: one(resubmittedUrls, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/forced-batches'
  app.post(path, { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { keyId: key_id } = callerOf(request)
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const submission = { account_id, project_id, key_id, ...request.body, ...idempotencyOf(request) }
    const { results, ...batch } = await clients.resubmissions.forceUrls(submission)
    const deliveries = publicUrl(`/api/v1/projects/${project}/deliveries?batch=${batch.batch_id}`)
    void reply.code(201).header('location', deliveries)
    const verdictsJson = results.map(({ url, verdict, reason }) => ({
      url,
      verdict: verdict as (typeof verdicts)[number],
      reason: reason ?? null,
    }))
    return { data: { ...batch, results: verdictsJson }, status: 201 as const }
  })
}

const resubmission = named(
  'ForcedBatch',
  Type.Object(
    {
      batch_id: Type.String(),
      key_id: textOrNull({ description: 'The API key that was used; null for the operator.' }),
      reason: Type.String(),
      channel: Type.String({ description: 'Comma-separated if there are several.' }),
      action: Type.String(),
      urls: Type.Integer({ description: 'The units of quota that were charged.' }),
      forced_at: time('When they were submitted.'),
    },
    { description: 'URLs submitted again inside the dedupe window: by which key, when and why.' },
  ),
)

const listForcedBatches: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listForcedBatches',
    summary: 'List the resubmissions of a project, newest first',
    params: pathParams('project'),
    querystring: Type.Object({ per_page: paging.per_page, cursor: paging.cursor }, onlyThese),
    response: { 200: cursorList(resubmission), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/forced-batches'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const page = await clients.resubmissions.listForcedBatches({ account_id, project_id, ...request.query })
    const listUrl = publicUrl(`/api/v1/projects/${project}/forced-batches`)
    return {
      data: page.batches.map(({ key_id, ...batch }) => ({ ...batch, key_id: key_id ?? null })),
      ...cursorEnvelope(listUrl, request.url, request.query.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

const requeueBody = named(
  'RequeueDeliveries',
  Type.Object(
    {
      delivery: Type.Optional(Type.String({ format: 'uuid', description: 'The id of one delivery.' })),
      batch: Type.Optional(Type.String({ format: 'uuid', description: 'All deliveries of a batch.' })),
      rejected_since: Type.Optional(
        Type.String({ format: 'date-time', description: 'All deliveries rejected at or after this time.' }),
      ),
    },
    {
      ...onlyThese,
      description: 'Exactly one of the three fields.',
      examples: [{ rejected_since: '2026-11-21T10:00:00.000Z' }],
    },
  ),
)

const requeueDeliveries: Route = (app, { clients }) => {
  const schema = {
    operationId: 'requeueDeliveries',
    summary: 'Requeue rejected and held deliveries',
    description:
      'Send exactly one of the three fields. Attempts count from zero; the quota is not charged again. Many deliveries are requeued in portions: after a 503 or a lost response, repeat the request for the rest.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: requeueBody,
    response: {
      200: one(Type.Object({ requeued: Type.Integer() })),
      ...problems('forbidden', 'not_found', ...bodyProblems),
    },
  }

  const path = '/projects/:project/deliveries/requeue'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { delivery: delivery_id, batch: batch_id, rejected_since } = request.body
    const selectors = [delivery_id, batch_id, rejected_since].filter((one) => one !== undefined)
    if (selectors.length !== 1) {
      const text = 'Send exactly one of delivery, batch and rejected_since.'
      throw fault('invalid', text, { errors: { body: [text] } })
    }
    const { project } = await findProject(clients, account_id, request.params.project)
    const selection = { account_id, project, delivery_id, batch_id, rejected_since }
    const requeue = (cursor: string | undefined) => clients.deliveries.requeueDeliveries({ ...selection, cursor })
    let requeued = 0
    for await (const { count } of followCursor(requeue)) requeued += count
    return { data: { requeued }, status: 200 as const }
  })
}

/** Two ways to send URLs again: a resubmission inside the dedupe window, and a requeue after a rejection. */
export default { tag: 'deliveries', routes: [forceUrls, listForcedBatches, requeueDeliveries] } satisfies RoutesFile
