import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems, refuse } from '../http/answers.ts'
import { idempotencyHeaders } from '../http/idempotency.ts'
import { list, pageEnvelope, pagePosition, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { findProject, projectJson, projectOfPath, toProjectJson } from './project.ts'

const listQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name, in any case.' }),
    ),
    search_by: oneOf(['project'], { default: 'project' }),
    sort_by: oneOf(['created_at', 'project'], { default: 'created_at' }),
    sort: oneOf(['desc', 'asc'], { default: 'desc' }),
    ...paging,
  },
  onlyThese,
)

const listProjects: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listProjects',
    summary: 'List projects',
    querystring: listQuery,
    response: { 200: list(projectJson), ...problems('forbidden') },
  }

  app.get('/projects', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const query = { account_id, ...request.query, ...pagePosition(request.query) }
    const result = await clients.projects.listProjects(query)
    const data = result.projects.map(toProjectJson)
    return {
      data,
      ...pageEnvelope(publicUrl('/api/v1/projects'), request.url, request.query, data.length, result),
      status: 200 as const,
    }
  })
}

const hostName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 300, description, examples: ['example.com'] })

const createBody = named(
  'CreateProject',
  Type.Object(
    {
      host: Type.Optional(hostName('The host name of the site.')),
      project: Type.Optional(hostName('The same as host.')),
    },
    {
      ...onlyThese,
      description: 'Send either host or project; both name the site.',
      examples: [{ host: 'example.com' }],
    },
  ),
)

const createProject: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createProject',
    summary: 'Make a project',
    description: '409 with code project_limit_reached: the account has as many projects as its plan allows.',
    consumes: formOrJson,
    headers: idempotencyHeaders,
    body: createBody,
    response: { 201: one(projectJson, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/projects', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const body = { project: hostOf(request.body) }
    const { accountId: account_id } = callerOf(request)
    const created = await clients.projects.createProject({ account_id, ...body, ...idempotencyOf(request, body) })
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${created.project}`))
    return { data: toProjectJson(created), status: 201 as const }
  })
}

/** `project` is the older name of the field. */
function hostOf({ host, project }: { host?: string; project?: string }): string {
  if (host !== undefined && project !== undefined) refuse('host', 'cannot be combined with project')
  return host ?? project ?? refuse('project', 'is required, or host, which means the same')
}

const getProject: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getProject',
    summary: 'Get a project',
    params: pathParams('project'),
    response: { 200: one(projectJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const project = await findProject(clients, callerOf(request).accountId, request.params.project)
    return { data: toProjectJson(project), status: 200 as const }
  })
}

const changeBody = named(
  'ChangeProject',
  Type.Object(
    { preflight: Type.Boolean({ description: 'Check pages before they are announced.' }) },
    { ...onlyThese, examples: [{ preflight: true }] },
  ),
)

const changeProject: Route = (app, { clients }) => {
  const schema = {
    operationId: 'changeProject',
    summary: 'Change the settings of a project',
    description:
      'With preflight, the pages of submitted URLs are looked at first: what has not changed, or what an engine would not show, is skipped, and its charge is given back. A webhook request may say otherwise.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: changeBody,
    response: { 200: one(projectJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const changed = await clients.projects.changeProject({ account_id, project, ...request.body })
    return { data: toProjectJson(changed), status: 200 as const }
  })
}

const deleteProject: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteProject',
    summary: 'Delete a project, its reports and its webhook',
    description: 'Its tokens stop before this answers; URLs that are not delivered yet are dropped.',
    params: pathParams('project'),
    response: { 200: deleted('project'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    await clients.quotas.closeProject({ account_id, project_id })
    await clients.projects.deleteProject({ account_id, project })
    return deletedAnswer('project', project_id)
  })
}

export default {
  tag: 'projects',
  routes: [listProjects, createProject, getProject, changeProject, deleteProject],
} satisfies RoutesFile
