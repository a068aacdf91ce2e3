import { parseHeaderLines } from '@pagebell/http/header-lines'
import { Type } from '@pagebell/schema/type'
import { requestJson, toRequestJson } from '../hooks/request-json.ts'
import { bodyProblems, one, pathParams, problems } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { onlyThese } from '../http/schemas.ts'
import { triedJson, tryBody } from './source-json.ts'
import { findPlace } from './source-place.ts'

const trySource: Route = (app, api) => {
  const schema = {
    operationId: 'trySource',
    summary: 'Try a delivery without submitting it',
    description:
      'Answers the event, the rules that decide, and the URLs with their action. It need not be signed, and nothing is kept.',
    params: pathParams('project', 'source'),
    body: tryBody,
    response: { 200: one(triedJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/sources/:source/try'
  app.post(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { place } = await findPlace(api, request)
    const { headers, body } = request.body
    const tried = await api.clients.sources.trySource({
      ...place,
      headers: parseHeaderLines(headers),
      body,
    })
    const { event = null, reason = null, authentic = null, ...rest } = tried
    const verdict = tried.verdict as 'urls' | 'scan' | 'ignored' | 'unmapped'
    return { data: { ...rest, verdict, event, reason, authentic }, status: 200 as const }
  })
}

const listSourceRequests: Route = (app, api) => {
  const schema = {
    operationId: 'listSourceRequests',
    summary: 'List the calls of a source in the last seven days, newest first',
    description: 'With what was made of each, and why others were refused. An entry appears within two seconds.',
    params: pathParams('project', 'source'),
    querystring: Type.Object({ per_page: paging.per_page, cursor: paging.cursor }, onlyThese),
    response: { 200: cursorList(requestJson), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/sources/:source/requests'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { project, place } = await findPlace(api, request)
    const { source_id } = await api.clients.sources.getSource(place)
    const { per_page, cursor } = request.query
    const { requests, next_cursor } = await api.clients.requests.listRequests({
      ...place,
      source_id,
      refused: undefined,
      per_page,
      cursor,
    })
    const listUrl = api.publicUrl(`/api/v1/projects/${project}/sources/${source_id}/requests`)
    return {
      data: requests.map(toRequestJson),
      ...cursorEnvelope(listUrl, request.url, per_page, next_cursor),
      status: 200 as const,
    }
  })
}

export default { tag: 'sources', routes: [trySource, listSourceRequests] } satisfies RoutesFile
