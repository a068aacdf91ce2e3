import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { deleted, deletedAnswer, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, time } from '../http/schemas.ts'
import { findProject, projectOfPath } from '../projects/project.ts'

const blockJson = named(
  'ChangingBlock',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      path: Type.String({
        description: 'The block elements around it, with their classes, the innermost last.',
        examples: ['main>article>p.views'],
      }),
      url: Type.String({ description: 'The page on which it was found.' }),
      found_at: time('When it was found.'),
    },
    { description: 'A block that changes at each request by itself, and does not count when pages are compared.' },
  ),
)

const listChangingBlocks: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listChangingBlocks',
    summary: 'List the blocks that change by themselves',
    description: 'In the order in which they were found: at most 100 a project.',
    params: pathParams('project'),
    response: { 200: one(Type.Array(blockJson)), ...problems('forbidden', 'not_found') },
  }

  app.get(
    '/projects/:project/pages/changing-blocks',
    { schema, config: { scope: 'projects:read' } },
    async (request) => {
      const { account_id, project_id } = await projectOfPath(clients, request)
      const { blocks } = await clients.pages.listChangingBlocks({ account_id, project_id })
      return { data: blocks, status: 200 as const }
    },
  )
}

const countChangingBlock: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteChangingBlock',
    summary: 'Count a block again',
    description: 'Permanently: it is not found again. A page that has it counts as changed once.',
    params: pathParams('project', 'id'),
    response: { 200: deleted('changing_block'), ...problems('forbidden', 'not_found') },
  }

  app.delete(
    '/projects/:project/pages/changing-blocks/:id',
    { schema, config: { scope: 'projects:write' } },
    async (request) => {
      const { accountId: account_id } = callerOf(request)
      const { project, id } = request.params
      const { project_id } = await findProject(clients, account_id, project)
      await clients.pages.countChangingBlock({ account_id, project_id, id })
      return deletedAnswer('changing_block', id)
    },
  )
}

export default { tag: 'pages', routes: [listChangingBlocks, countChangingBlock] } satisfies RoutesFile
