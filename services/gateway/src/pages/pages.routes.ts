import { channelIds } from '@pagebell/channel-settings/all-channels'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { bodyProblems, formOrJson, one, pathParams, problems, refuse } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { checkNow } from './check-now.ts'
import {
  pageJson,
  pageStates,
  toPageJson,
  toTriedJson,
  toVerdictCountsJson,
  toVerdictJson,
  triedJson,
  verdictCountsJson,
  verdictJson,
} from './page-json.ts'

const maxUrls = 10

const listQuery = Type.Object(
  {
    changed_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Whose words changed at or after this time, oldest change first.',
      }),
    ),
    state: Type.Optional(oneOf(pageStates)),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: 'This page only, in any spelling.' }),
    ),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const listPages: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listPages',
    summary: 'List the pages of a project that pre-flight has looked at',
    params: pathParams('project'),
    querystring: listQuery,
    response: { 200: cursorList(pageJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/pages', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { url: sent, ...query } = request.query
    const filters = { ...query, ...(sent !== undefined && { url: asStored(sent) }) }
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const { pages, next_cursor } = await clients.pages.listPages({ account_id, project_id, ...filters })
    const path = publicUrl(`/api/v1/projects/${project}/pages`)
    return {
      data: pages.map(toPageJson),
      ...cursorEnvelope(path, request.url, query.per_page, next_cursor),
      status: 200 as const,
    }
  })
}

/** Pages are stored by their normalised URLs. */
function asStored(url: string): string {
  const normalised = normaliseUrl(url)
  return normalised.ok ? normalised.url : refuse('url', `cannot be used: ${normalised.reason}`)
}

const verdictsQuery = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'The URL, in any spelling.' }),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const listVerdicts: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listPageVerdicts',
    summary: 'Why a URL was sent or not: what pre-flight decided of it, newest first',
    params: pathParams('project'),
    querystring: verdictsQuery,
    response: { 200: cursorList(verdictJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/pages/verdicts', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { url: sent, ...query } = request.query
    const url = asStored(sent)
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const { verdicts, next_cursor } = await clients.pages.listVerdicts({ account_id, project_id, url, ...query })
    const path = publicUrl(`/api/v1/projects/${project}/pages/verdicts`)
    return {
      data: verdicts.map(toVerdictJson),
      ...cursorEnvelope(path, request.url, query.per_page, next_cursor),
      status: 200 as const,
    }
  })
}

const countVerdicts: Route = (app, { clients }) => {
  const schema = {
    operationId: 'countPageVerdicts',
    summary: 'How many URLs pre-flight sent and skipped in the last 30 days, and why',
    params: pathParams('project'),
    response: { 200: one(verdictCountsJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/pages/counts', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const counts = await clients.pages.countVerdicts({ account_id, project_id })
    return { data: toVerdictCountsJson(counts), status: 200 as const }
  })
}

const checkBody = named(
  'CheckPages',
  Type.Object(
    {
      urls: Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), { minItems: 1, maxItems: maxUrls }),
      channel: Type.Optional(oneOf(channelIds, { default: 'indexnow' })),
      action: Type.Optional(oneOf(['update', 'delete'], { default: 'update' })),
    },
    { ...onlyThese, examples: [{ urls: ['https://example.com/new-page'] }] },
  ),
)

const checkPages: Route = (app, { clients }) => {
  const schema = {
    operationId: 'checkPages',
    summary: 'Check pages now: what pre-flight would decide',
    description:
      'Nothing is sent, charged or remembered. One call of an account at a time, for about 30 s; what it does not reach is `not_checked` for `busy`.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: checkBody,
    response: { 200: one(Type.Array(triedJson)), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.post('/projects/:project/pages/check', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const { urls: sent, channel = 'indexnow', action = 'update' } = request.body
    const urls = sent.map((url) => ownUrl(url, project))
    const asked = { account_id, project_id, project, channel, action, urls }
    const tried = await checkNow(clients, asked)
    return { data: tried.urls.map(toTriedJson), status: 200 as const }
  })
}

/** Only pages of the project are requested for its owner. */
function ownUrl(sent: string, project: string): string {
  const normalised = normaliseUrl(sent)
  if (!normalised.ok) return refuse('urls', `has a URL that cannot be used: ${normalised.reason}`)
  if (!belongsTo(normalised.host, project)) return refuse('urls', `must be on ${project} or a subdomain of it`)
  return normalised.url
}

export default { tag: 'pages', routes: [listPages, listVerdicts, countVerdicts, checkPages] } satisfies RoutesFile
