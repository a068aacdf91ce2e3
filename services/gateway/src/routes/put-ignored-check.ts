import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { ignoredCheckJson, ignoredOn, toIgnoredCheckJson } from '../ignored-check-json.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

const body = named(
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

export const putIgnoredCheck: Route = (app, { peers }) => {
  const schema = {
    operationId: 'putIgnoredCheck',
    summary: 'Leave a check out of the scores of a project, or of one of its pages',
    description:
      'Reports still show the check, with the reason. Counts from the next analysis on. A page that is meant not to be indexed: ignore `indexable` on its url, and the gate no longer caps its score.',
    tags: ['projects'],
    consumes: formOrJson,
    params: pathOf('project', 'check'),
    body,
    response: { 200: one(ignoredCheckJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/ignored-checks/:check'
  app.put(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { check } = request.params
    const { project } = await findProject(peers, account_id, request.params.project)
    const put = await peers.ignoredChecks.putIgnoredCheck({ account_id, project, check, ...request.body })
    return { data: toIgnoredCheckJson(put), status: 200 as const }
  })
}
