import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { idempotencyHeader, idempotencyOf } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'
import { projectJson, toProjectJson } from '../project-json.ts'

const body = Type.Object(
  { project: Type.String({ minLength: 1, maxLength: 300, description: 'A host name.', examples: ['example.com'] }) },
  onlyThese,
)

export const createProject: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'createProject',
    summary: 'Make a project',
    tags: ['projects'],
    consumes: formOrJson,
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader } }),
    body,
    response: { 201: one(projectJson, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/projects', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const wanted = { account_id: callerOf(request).accountId, ...request.body, ...idempotencyOf(request) }
    const made = await peers.projects.createProject(wanted)
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${made.project}`))
    return { data: toProjectJson(made), status: 201 as const }
  })
}
