import { Type } from '@pagebell/schema/type'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { onlyThese, textOrNull, time } from '../json-types.ts'
import { cursorFacts, cursorList, paging } from '../list-page.ts'
import { named } from '../openapi/named-schema.ts'

const forcedBatch = named(
  'ForcedBatch',
  Type.Object(
    {
      batch_id: Type.String(),
      key_id: textOrNull({ description: 'The API key that asked; null if it was the operator.' }),
      reason: Type.String(),
      channel: Type.String({ description: 'Comma-separated if it went by several.' }),
      action: Type.String(),
      urls: Type.Integer({ description: 'Units of the quota that it cost.' }),
      forced_at: time('When.'),
    },
    { description: 'URLs that were sent again inside the dedupe window: who, when and why.' },
  ),
)

export const listForcedBatches: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listForcedBatches',
    summary: 'Who sent URLs past the window, when and why; newest first',
    tags: ['deliveries'],
    params: pathOf('project'),
    querystring: Type.Object({ per_page: paging.per_page, cursor: paging.cursor }, onlyThese),
    response: { 200: cursorList(forcedBatch), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/forced-batches'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    const found = await peers.forcedBatches.listForcedBatches({ account_id, project_id, ...request.query })
    const here = publicUrl(`/api/v1/projects/${project}/forced-batches`)
    return {
      data: found.batches.map(({ key_id, ...batch }) => ({ ...batch, key_id: key_id ?? null })),
      ...cursorFacts(here, request.url, request.query.per_page, found.next_cursor),
      status: 200 as const,
    }
  })
}
