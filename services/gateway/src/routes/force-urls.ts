import { channelIds } from '@pagebell/channel-settings/all-channels'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { oneOf, onlyThese, textOrNull } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

const verdicts = ['accepted', 'duplicate', 'invalid', 'foreign'] as const

const body = named(
  'ForceUrls',
  Type.Object(
    {
      urls: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1_000 }),
      channel: Type.Optional(oneOf(channelIds, { description: 'Those that the project has chosen if left out.' })),
      action: oneOf(['update', 'delete'], { default: 'update' }),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Kept with who asked and when.' }),
    },
    {
      ...onlyThese,
      description: 'URLs to send again.',
      examples: [{ urls: ['https://example.com/'], reason: 'The engine lost it.' }],
    },
  ),
)

const forced = named(
  'ForcedUrls',
  Type.Object(
    {
      batch_id: Type.String(),
      accepted: Type.Integer(),
      duplicates: Type.Integer({ description: 'Repeated in this request.' }),
      rejected: Type.Integer(),
      results: Type.Array(Type.Object({ url: Type.String(), verdict: oneOf(verdicts), reason: textOrNull() })),
    },
    { description: 'The verdict on each URL that was to be sent again.' },
  ),
)

export const forceUrls: Route = (app, { peers, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'forceUrls',
    summary: 'Send URLs although they were sent a moment ago',
    description:
      'Past the window in which a URL is a duplicate, for what an engine has lost. Charged like any submission; more than the quota leaves is 429, and nothing is sent. The project needs a webhook that is enabled.',
    tags: ['deliveries'],
    params: pathOf('project'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body,
    response: { 201: one(forced, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/forced-batches'
  app.post(path, { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { accountId: account_id, keyId: key_id } = callerOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    const wanted = { account_id, project_id, key_id, ...request.body, ...idempotencyOf(request) }
    const { results, ...told } = await peers.forcedBatches.forceUrls(wanted)
    void reply.code(201)
    void reply.header('location', publicUrl(`/api/v1/projects/${project}/deliveries?batch=${told.batch_id}`))
    const judged = results.map(({ url, verdict, reason }) => ({
      url,
      verdict: verdict as (typeof verdicts)[number],
      reason: reason ?? null,
    }))
    return { data: { ...told, results: judged }, status: 201 as const }
  })
}
