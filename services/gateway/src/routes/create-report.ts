import { Fault, fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'
import { bodyProblems, formOrJson, one, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { awaitRating, preferHeader } from '../prefer-wait.ts'
import { password, privacyFields, refusePasswordWithout, withPrivacy } from '../privacy.ts'
import { reportJson, toReportJson } from '../report-json.ts'

const body = named(
  'CreateReport',
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/'] }),
      ...privacyFields,
      password: Type.Optional(password),
    },
    { ...onlyThese, description: 'A page to rate.', examples: [{ url: 'https://example.com/' }] },
  ),
)

export const createReport: Route = (app, { peers, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createReport',
    summary: 'Rate a page',
    description:
      'Answers at once with a queued report, or with Prefer: wait=N once it is rated. 409 with code report_limit_reached or project_limit_reached: the account has as many as its plan allows. 429 with code analysis_limit_reached: it has asked for too many analyses in a minute or a day; see Retry-After.',
    tags: ['reports'],
    consumes: formOrJson,
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader, ...preferHeader } }),
    body,
    response: { 201: one(reportJson, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/reports', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const sent = { ...withPrivacy(request.body) }
    const body = { ...sent, privacy: sent.privacy ?? 0 }
    refusePasswordWithout(body)
    const { url, project } = rateable(body.url)
    const wanted = { ...body, account_id, url, ...idempotencyOf(request, body) }
    const made = await onceMoreIfGone(async () => {
      const { project_id } = await peers.projects.ensureProject({ account_id, project })
      return peers.reports.createReport({ ...wanted, project_id, project })
    })
    const report = await awaitRating(made, account_id, peers, request, reply)
    void reply.code(201).header('location', publicUrl(`/api/v1/reports/${report.id}`))
    return { data: toReportJson(report, publicUrl), status: 201 as const }
  })
}

function rateable(written: string): { url: string; project: string } {
  const normalised = normaliseUrl(written)
  const project = normalised.ok ? projectName(normalised.host) : undefined
  if (normalised.ok && project !== undefined) return { url: normalised.url, project }
  const reason = normalised.ok ? 'its host cannot name a project' : normalised.reason
  throw fault('invalid', `url cannot be used: ${reason}.`, { errors: { url: [reason] } })
}

/** The project may be deleted between making sure of it and using it; then it is made anew. */
async function onceMoreIfGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'project_gone') throw error
    return work()
  }
}
