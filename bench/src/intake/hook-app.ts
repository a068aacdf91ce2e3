import { randomUUID } from 'node:crypto'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import fastify from 'fastify'

/** Stores the URLs that are new, durably; returns for each URL whether it was stored. */
export type Enqueue = (batch: { id: string; urls: string[] }) => Promise<boolean[]>

export type Batch = { urls: string[] }

/** The schema of a webhook's body. */
export const batchSchema = {
  type: 'object',
  required: ['urls'],
  additionalProperties: false,
  properties: { urls: { type: 'array', items: { type: 'string', maxLength: 2_048 }, minItems: 1, maxItems: 10_000 } },
}

/** The webhook on a job queue: checks token, body and hosts, and returns a verdict on each URL. */
export function createHookApp(tokens: readonly string[], enqueue: Enqueue) {
  const app = fastify({ bodyLimit: 4 * 1_024 * 1_024 })
  const take = hookTaker(tokens, enqueue)
  app.post<{ Params: { token: string }; Body: Batch }>(
    '/api/hooks/:token/submit',
    { schema: { body: batchSchema } },
    async (request, reply) => {
      const answer = await take(request.params.token, request.body)
      return reply.code(answer.status).send(answer)
    },
  )
  app.get('/ready', async () => ({}))
  return app
}

/** Handles a valid body: rejects URLs of other hosts, enqueues the rest. */
export function hookTaker(tokens: readonly string[], enqueue: Enqueue) {
  const projects = new Map(tokens.map((token) => [hashToken(token).toString('base64'), 'example.com']))
  return async (token: string, { urls }: Batch) => {
    const project = isWellFormed(token, 'pbh_') ? projects.get(hashToken(token).toString('base64')) : undefined
    if (project === undefined) return { status: 404 }
    const judged = urls.map((url) => ({ url, isForeign: !isOf(project, url) }))
    const unique = [...new Set(judged.filter((one) => !one.isForeign).map((one) => one.url))]
    const id = randomUUID()
    const stored = await enqueue({ id, urls: unique })
    const fresh = new Set(unique.filter((_, place) => stored[place]))
    const verdict = (url: string): string => (fresh.has(url) ? 'accepted' : 'duplicate')
    return {
      batch_id: id,
      accepted: fresh.size,
      duplicates: unique.length - fresh.size,
      rejected: urls.length - unique.length,
      results: judged.map((one) => ({ url: one.url, verdict: one.isForeign ? 'foreign' : verdict(one.url) })),
      status: 202,
    }
  }
}

function isOf(project: string, url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  return /^https?:$/.test(protocol) && (hostname === project || hostname.endsWith(`.${project}`))
}
