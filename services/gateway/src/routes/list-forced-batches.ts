import { Type } from '@pagebell/schema/type'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { onlyThese, textOrNull, time } from '../json-types.ts'
import { linkTo, paging } from '../list-page.ts'

const forcedBatch = Type.Object({
  batch_id: Type.String(),
  key_id: textOrNull({ description: 'The API key that asked; null if it was the operator.' }),
  reason: Type.String(),
  channel: Type.String({ description: 'Comma-separated if it went by several.' }),
  action: Type.String(),
  urls: Type.Integer({ description: 'Units of the quota that it cost.' }),
  forced_at: time('When.'),
})

const page = Type.Object({
  data: Type.Array(forcedBatch),
  links: Type.Object({ first: Type.String(), next: textOrNull() }),
  meta: Type.Object({ per_page: Type.Integer(), path: Type.String(), next_cursor: textOrNull() }),
  status: Type.Literal(200),
})

export const listForcedBatches: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listForcedBatches',
    summary: 'Who sent URLs past the window, when and why; newest first',
    tags: ['deliveries'],
    params: pathOf('project'),
    querystring: Type.Object({ per_page: paging.per_page, cursor: paging.cursor }, onlyThese),
    response: { 200: page, ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/forced-batches'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project_id, project } = await findProject(peers, account_id, request.params.project)
    const found = await peers.forcedBatches.listForcedBatches({ account_id, project_id, ...request.query })
    const here = publicUrl(`/api/v1/projects/${project}/forced-batches`)
    const next_cursor = found.next_cursor ?? null
    const next = next_cursor === null ? null : linkTo(here, request.url, { cursor: next_cursor })
    return {
      data: found.batches.map(({ key_id, ...batch }) => ({ ...batch, key_id: key_id ?? null })),
      links: { first: linkTo(here, request.url, {}), next },
      meta: { per_page: request.query.per_page, path: here, next_cursor },
      status: 200 as const,
    }
  })
}
