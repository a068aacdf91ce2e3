import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/ignored_checks'
import { type Static, Type } from '@pagebell/schema/type'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'

const ignoredCheckJson = named(
  'IgnoredCheck',
  Type.Object(
    {
      check: Type.String({ description: 'Its id: of a check of pages or of sites.', examples: ['meta_description'] }),
      url: textOrNull({ description: 'The one page on which it is ignored; null is every page of the project.' }),
      reason: Type.String(),
      expires_at: timeOrNull('Counted again from then on; null is never.'),
      created_at: time('When it was set.'),
    },
    { description: 'A check that a project leaves out of its scores.' },
  ),
)

function toIgnoredCheckJson(ignored: IgnoredCheck): Static<typeof ignoredCheckJson> {
  const { check, url, reason, expires_at, created_at } = ignored
  return { check, url: url ?? null, reason, expires_at: expires_at ?? null, created_at }
}

/** The page, in a query or a body. */
const ignoredOn = Type.Optional(
  Type.String({ minLength: 1, maxLength: 2_048, description: 'One page of the project; every page if left out.' }),
)

const listIgnoredChecks: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listIgnoredChecks',
    summary: 'The checks that a project leaves out of its scores',
    params: pathParams('project'),
    response: { 200: one(Type.Array(ignoredCheckJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/ignored-checks', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const { ignored_checks } = await clients.ignoredChecks.listIgnoredChecks({ account_id, project })
    return { data: ignored_checks.map(toIgnoredCheckJson), status: 200 as const }
  })
}

const putBody = named(
  'PutIgnoredCheck',
  Type.Object(
    {
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Shown in the reports.' }),
      url: ignoredOn,
      expires_at: Type.Optional(Type.String({ format: 'date-time', description: 'Counted again from then on.' })),
    },
    {
      ...onlyThese,
      description: 'Why the check does not count.',
      examples: [{ reason: 'The brand name alone is the title.' }],
    },
  ),
)

const putIgnoredCheck: Route = (app, { clients }) => {
  const schema = {
    operationId: 'putIgnoredCheck',
    summary: 'Leave a check out of the scores of a project, or of one of its pages',
    description:
      'Reports, and those of whole sites, still show the check, with the reason. Counts from the next analysis on, and in crawls under way. Checks of sites are known to site reports alone. A page that is meant not to be indexed: ignore `indexable` on its url, and the gate no longer caps its score.',
    consumes: formOrJson,
    params: pathParams('project', 'check'),
    body: putBody,
    response: { 200: one(ignoredCheckJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/ignored-checks/:check'
  app.put(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { check } = request.params
    const { account_id, project } = await projectOfPath(clients, request)
    const put = await clients.ignoredChecks.putIgnoredCheck({ account_id, project, check, ...request.body })
    return { data: toIgnoredCheckJson(put), status: 200 as const }
  })
}

const deleteIgnoredCheck: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteIgnoredCheck',
    summary: 'Count a check again',
    params: pathParams('project', 'check'),
    querystring: Type.Object({ url: ignoredOn }, onlyThese),
    response: { 200: deleted('ignored_check'), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/ignored-checks/:check'
  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const ignored = { account_id, project, check: request.params.check, ...request.query }
    const { check } = await clients.ignoredChecks.deleteIgnoredCheck(ignored)
    return deletedAnswer('ignored_check', check)
  })
}

export default {
  tag: 'projects',
  routes: [listIgnoredChecks, putIgnoredCheck, deleteIgnoredCheck],
} satisfies RoutesFile
