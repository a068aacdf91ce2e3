import { Fault, fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'
import { bodyProblems, formOrJson, one, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { idempotencyHeader, idempotencyOf } from '../idempotency.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { awaitRating, preferHeader } from '../prefer-wait.ts'
import { password, refusePasswordWithout } from '../privacy.ts'
import { reportJson, toReportJson } from '../report-json.ts'

const body = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/'] }),
    privacy: oneOf([0, 1, 2], { default: 0, description: '0 public, 1 private, 2 behind a password.' }),
    password: Type.Optional(password),
  },
  onlyThese,
)

export const createReport: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'createReport',
    summary: 'Rate a page',
    description: 'Answers at once with a queued report, or with Prefer: wait=N once it is rated.',
    tags: ['reports'],
    consumes: formOrJson,
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader, ...preferHeader } }),
    body,
    response: { 201: one(reportJson, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/reports', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    refusePasswordWithout(request.body)
    const { url, project } = rateable(request.body.url)
    const wanted = { ...request.body, account_id, url, ...idempotencyOf(request) }
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
