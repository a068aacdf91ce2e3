import { fault } from '@pagebell/faults/fault'
import type { PageResult__Output as PageResult } from '@pagebell/protos/report/v1/report'
import { type Static, Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, one, problems } from '../http/answers.ts'
import { idempotencyHeaders } from '../http/idempotency.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { integerOrNull, named, onlyThese, orNull, textOrNull } from '../http/schemas.ts'
import { createReportsOfUrls, maxProjects } from './create-reports.ts'
import { password, privacyFields, refusePasswordWithout, withPrivacy } from './privacy.ts'

const maxUrls = 1_000

const createBody = named(
  'CreateReports',
  Type.Object(
    {
      urls: Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: maxUrls,
        description: `1 to ${maxUrls} URLs, of at most ${maxProjects} sites. One that occurs twice is rated once.`,
      }),
      ...privacyFields,
      password: Type.Optional(password),
      reuse: Type.Optional(
        Type.Boolean({
          description:
            'true analyzes the newest report of a URL again instead of making another, if the account has one.',
        }),
      ),
    },
    {
      ...onlyThese,
      description: 'Pages to rate. Privacy and password are those of each report.',
      examples: [{ urls: ['https://example.com/', 'https://example.com/about'], privacy: 1 }],
    },
  ),
)

const refusalJson = named(
  'PageRefusal',
  Type.Object(
    {
      code: Type.String({
        description: 'invalid, analysis_limit_reached, report_limit_reached or project_limit_reached.',
      }),
      message: Type.String(),
      field: textOrNull({ description: 'url, if the URL cannot be used; null for a limit.' }),
      retry_after_seconds: integerOrNull({ description: 'When the limit ends; null if waiting does not help.' }),
    },
    { description: 'Why a page has no report.' },
  ),
)

const pageResultJson = named(
  'PageResult',
  Type.Object(
    {
      url: Type.String({ description: 'As sent.' }),
      id: textOrNull({ description: 'Of the report; null with an error.' }),
      page: textOrNull({ description: 'The page of the report for people.' }),
      reused: Type.Boolean({ description: 'Whether the URL had the report before.' }),
      error: orNull<Static<typeof refusalJson>>(refusalJson, { description: 'null if the page is rated.' }),
    },
    { description: 'What has become of one URL.' },
  ),
)

const createdReports = named(
  'CreatedReports',
  Type.Object(
    {
      created: Type.Integer({ description: 'Reports that were made.' }),
      reused: Type.Integer({ description: 'Reports that the URLs had; each is analyzed again.' }),
      refused: Type.Integer({ description: 'URLs without a report.' }),
      results: Type.Array(pageResultJson, { description: 'In the order of the URLs.' }),
    },
    { description: 'The reports of a batch of URLs.' },
  ),
)

const createReports: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createReports',
    summary: 'Rate many pages',
    description: `Makes a report of each URL, and the projects of their hosts. Answers at once: the pages are rated one after the other, in turns with those of other accounts. Each URL has its own result. A URL that cannot be used has an error and does not stop the others. If the plan has no room for all, the first ones are rated and the others have an error; if it has room for none, the answer is the problem of a single report (409 or 429) and nothing is made. The analyses of a minute decide whether a batch is taken, those of a day how much of it. With an Idempotency-Key, a repeated request makes nothing twice and has the first answer.`,
    headers: idempotencyHeaders,
    body: createBody,
    response: {
      200: one(createdReports, 200, 'Every URL had a report.'),
      201: one(createdReports, 201),
      ...problems('forbidden', 'conflict', ...bodyProblems),
    },
  }

  app.post('/reports/batch', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const sent = { ...withPrivacy(request.body) }
    const body = { ...sent, privacy: sent.privacy ?? 0 }
    refusePasswordWithout(body)
    const results = await createReportsOfUrls(clients, { ...body, account_id, ...idempotencyOf(request, body) })
    const data = toCreatedReports(body.urls, results, publicUrl)
    const status = data.created === 0 ? (200 as const) : (201 as const)
    if (status === 201) void reply.header('location', publicUrl('/api/v1/reports'))
    void reply.code(status)
    return { data, status }
  })
}

/** Another method of this path would be a call of the report with the id "batch". */
const refuseOtherMethods: Route = (app) => {
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/reports/batch',
    schema: { hide: true },
    handler(_request, reply) {
      void reply.header('allow', 'POST')
      throw fault('method_not_allowed', 'This path takes POST.')
    },
  })
}

function toCreatedReports(
  urls: readonly string[],
  results: readonly PageResult[],
  publicUrl: (path: string) => string,
): Static<typeof createdReports> {
  const rated = results.flatMap(({ report_id, reused }) => (report_id === undefined ? [] : [{ report_id, reused }]))
  const idsOf = (isReused: boolean) => rated.filter(({ reused }) => reused === isReused).map((one) => one.report_id)
  return {
    created: new Set(idsOf(false)).size,
    reused: new Set(idsOf(true)).size,
    refused: results.filter(({ refusal }) => refusal != null).length,
    results: results.map(({ report_id, reused, refusal }, index) => ({
      url: urls[index] ?? '',
      id: report_id ?? null,
      page: report_id === undefined ? null : publicUrl(`/r/${report_id}`),
      reused,
      error:
        refusal == null
          ? null
          : {
              code: refusal.code,
              message: refusal.message,
              field: refusal.field ?? null,
              retry_after_seconds: refusal.retry_after_seconds ?? null,
            },
    })),
  }
}

export default { tag: 'reports', routes: [createReports, refuseOtherMethods] } satisfies RoutesFile
