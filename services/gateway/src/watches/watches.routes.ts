import { Type } from '@pagebell/schema/type'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Api, Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { type ProjectRequest, projectOfPath } from '../projects/project.ts'
import { scanJson, toScanJson, toSettings, toWatchJson, watchBody, watchJson } from './watch-json.ts'

const listPath = '/projects/:project/watches'
const path = `${listPath}/:watch`

/** The key of a watch of the account. Throws fault `not_found` for a project that there is not. */
async function findPlace({ clients }: Api, request: ProjectRequest & { params: { watch: string } }) {
  const { account_id, project_id, project } = await projectOfPath(clients, request)
  return { place: { account_id, project_id, id: request.params.watch }, project }
}

const listWatches: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listWatches',
    summary: 'List the watches of a project',
    params: pathParams('project'),
    response: { 200: one(Type.Array(watchJson)), ...problems('forbidden', 'not_found') },
  }

  app.get(listPath, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const { watches } = await clients.watches.listWatches({ account_id, project_id })
    return { data: watches.map(toWatchJson), status: 200 as const }
  })
}

const putWatch: Route = (app, api) => {
  const schema = {
    operationId: 'putWatch',
    summary: 'Watch a sitemap or feed, or change a watch',
    description:
      'You choose the name in the path: 1 to 40 of a-z, 0-9 and -. It is scanned at once. A new or changed page is submitted as by the webhook, with pre-flight, when the quota has room. A project can have ten watches. With another URL a watch starts again.',
    consumes: formOrJson,
    params: pathParams('project', 'watch'),
    body: watchBody,
    response: { 200: one(watchJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.put(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place, project } = await findPlace(api, request)
    const settings = toSettings(request.body)
    return {
      data: toWatchJson(await api.clients.watches.putWatch({ ...place, project, settings })),
      status: 200 as const,
    }
  })
}

const getWatch: Route = (app, api) => {
  const schema = {
    operationId: 'getWatch',
    summary: 'Get a watch, with its last scan',
    params: pathParams('project', 'watch'),
    response: { 200: one(watchJson), ...problems('forbidden', 'not_found') },
  }

  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { place } = await findPlace(api, request)
    return { data: toWatchJson(await api.clients.watches.getWatch(place)), status: 200 as const }
  })
}

const deleteWatch: Route = (app, api) => {
  const schema = {
    operationId: 'deleteWatch',
    summary: 'Delete a watch and what it knows',
    description: 'What it has found and handed over is submitted all the same.',
    params: pathParams('project', 'watch'),
    response: { 200: deleted('watch'), ...problems('forbidden', 'not_found') },
  }

  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place } = await findPlace(api, request)
    await api.clients.watches.deleteWatch(place)
    return deletedAnswer('watch', place.id)
  })
}

const scanBody = named(
  'ScanWatch',
  Type.Object(
    {
      believe: Type.Optional(
        Type.Boolean({ default: false, description: 'true: a file that has lost many pages is right this time.' }),
      ),
    },
    { ...onlyThese, examples: [{}] },
  ),
)

const scanWatch: Route = (app, api) => {
  const schema = {
    operationId: 'scanWatch',
    summary: 'Scan a watch now',
    description: 'The scan takes place after the answer; `last_scan` is the one before.',
    consumes: formOrJson,
    params: pathParams('project', 'watch'),
    body: scanBody,
    response: { 200: one(watchJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.post(`${path}/scan`, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place } = await findPlace(api, request)
    const { believe = false } = request.body
    return { data: toWatchJson(await api.clients.watches.scanWatch({ ...place, believe })), status: 200 as const }
  })
}

const scansQuery = Type.Object({ per_page: paging.per_page, cursor: paging.cursor }, onlyThese)

const listScans: Route = (app, api) => {
  const schema = {
    operationId: 'listScans',
    summary: 'List the scans of a watch of the last 90 days',
    params: pathParams('project', 'watch'),
    querystring: scansQuery,
    response: { 200: cursorList(scanJson), ...problems('forbidden', 'not_found') },
  }

  app.get(`${path}/scans`, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { place, project } = await findPlace(api, request)
    const { scans, next_cursor } = await api.clients.watches.listScans({ ...place, ...request.query })
    const address = api.publicUrl(`/api/v1/projects/${project}/watches/${place.id}/scans`)
    return {
      data: scans.map(toScanJson),
      ...cursorEnvelope(address, request.url, request.query.per_page, next_cursor),
      status: 200 as const,
    }
  })
}

const heldBody = named(
  'DecideHeldRemovals',
  Type.Object(
    { decision: oneOf(['send', 'forget'], { description: 'forget: the engines are not told.' }) },
    { ...onlyThese, examples: [{ decision: 'send' }] },
  ),
)

const decideHeld: Route = (app, api) => {
  const schema = {
    operationId: 'decideHeldRemovals',
    summary: 'Send or forget the removals that a watch holds',
    consumes: formOrJson,
    params: pathParams('project', 'watch'),
    body: heldBody,
    response: { 200: one(watchJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.post(`${path}/held`, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { place } = await findPlace(api, request)
    const { decision } = request.body
    return { data: toWatchJson(await api.clients.watches.decideHeld({ ...place, decision })), status: 200 as const }
  })
}

export default {
  tag: 'watches',
  routes: [listWatches, putWatch, getWatch, deleteWatch, scanWatch, listScans, decideHeld],
} satisfies RoutesFile
