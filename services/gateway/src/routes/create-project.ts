import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { projectJson, toProjectJson } from '../project-json.ts'

const hostName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 300, description, examples: ['example.com'] })

const body = named(
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

export const createProject: Route = (app, { peers, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createProject',
    summary: 'Make a project',
    description: '409 with code project_limit_reached: the account has as many projects as its plan allows.',
    tags: ['projects'],
    consumes: formOrJson,
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body,
    response: { 201: one(projectJson, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/projects', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const body = { project: hostOf(request.body) }
    const wanted = { account_id: callerOf(request).accountId, ...body, ...idempotencyOf(request, body) }
    const made = await peers.projects.createProject(wanted)
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${made.project}`))
    return { data: toProjectJson(made), status: 201 as const }
  })
}

/** `project` is the older spelling. */
function hostOf({ host, project }: { host?: string; project?: string }): string {
  if (host !== undefined && project !== undefined) refuse('host', 'cannot be combined with project')
  return host ?? project ?? refuse('project', 'is required, or host, which means the same')
}

function refuse(field: string, text: string): never {
  throw fault('invalid', `${field} ${text}.`, { errors: { [field]: [text] } })
}
