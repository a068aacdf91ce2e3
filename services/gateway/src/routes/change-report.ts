import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { etagOf } from '../etag.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { awaitRating, preferHeader } from '../prefer-wait.ts'
import { password, privacyFields, withPrivacy } from '../privacy.ts'
import { reportJson, toReportJson } from '../report-json.ts'

const body = named(
  'ChangeReport',
  Type.Object(
    {
      ...privacyFields,
      password: Type.Optional(password),
      results: oneOf([0, 1], {
        default: 0,
        description: '1 runs the analysis again; the old result stays until the new one is in.',
      }),
    },
    { ...onlyThese, description: 'What to change; what is left out stays.', examples: [{ visibility: 'private' }] },
  ),
)

/** PUT and PATCH do the same: what is not named stays. */
export const changeReport: Route = (app, { peers, publicUrl }) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    const schema = {
      operationId: method === 'PUT' ? 'putReport' : 'changeReport',
      summary: 'Change who may see a report, or run its analysis again',
      description:
        '429 with code analysis_limit_reached: the account has asked for too many analyses; see Retry-After.',
      tags: ['reports'],
      consumes: formOrJson,
      params: pathOf('id'),
      headers: Type.Unsafe<object>({ type: 'object', properties: { ...preferHeader } }),
      body,
      response: { 200: one(reportJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
    }

    app.route({
      method,
      url: '/reports/:id',
      schema,
      config: { scope: 'reports:write' },
      async handler(request, reply) {
        const { accountId: account_id } = callerOf(request)
        const { results, ...fields } = withPrivacy(request.body)
        const change = { account_id, id: request.params.id, ...fields, analyze_again: results === 1 }
        const changed = await peers.reports.changeReport(change)
        const report = results === 1 ? await awaitRating(changed, account_id, peers, request, reply) : changed
        void reply.header('etag', etagOf(report))
        return { data: toReportJson(report, publicUrl), status: 200 as const }
      },
    })
  }
}
