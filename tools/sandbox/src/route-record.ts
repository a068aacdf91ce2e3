import type { FastifyInstance } from 'fastify'
import type { Received } from './keep-received.ts'
import type { Script, ScriptedAnswer, ScriptedQuota } from './keep-script.ts'
import { textOf } from './text-of.ts'

type ScriptBody = {
  engine?: string
  next?: ScriptedAnswer[]
  host?: string
  pending?: string[]
  refuse?: string[]
  forbid?: string[]
  quota?: ScriptedQuota
  expire_tokens?: boolean
}
const fields = ['engine', 'next', 'host', 'pending', 'refuse', 'forbid', 'quota', 'expire_tokens']

type Engines = {
  received: Received
  /** By the engine's name. */
  scripts: ReadonlyMap<string, Script>
  expireTokens(): void
  /** Credentials that the engines accept. */
  credentials(project: string): unknown
  /** Resets every quota. */
  clearQuotas(): void
}

/** The routes that list what the engines received and script how they respond. */
export function routeRecord(app: FastifyInstance, engines: Engines) {
  const { received, scripts } = engines

  app.get('/received', async (request) => {
    const { engine, host, url, batch } = request.query as Record<string, string | undefined>
    const urls = received
      .urls()
      .filter((entry) => (engine ?? entry.engine) === entry.engine)
      .filter((entry) => (host ?? entry.host) === entry.host && (url ?? entry.url) === entry.url)
      .filter((entry) => batch === undefined || entry.batch === Number(batch))
    const requests = received
      .requests()
      .filter((entry) => (engine ?? entry.engine) === entry.engine && (host ?? entry.host) === entry.host)
    return { received: urls, total: urls.length, requests }
  })

  app.delete('/received', async (_request, reply) => {
    received.clear()
    return reply.code(204).send()
  })

  app.get('/credentials', async (request) =>
    engines.credentials((request.query as { project?: string }).project ?? 'sandbox'),
  )

  app.post('/script', async (request, reply) => {
    const body = readScript(textOf(request.body))
    if (typeof body === 'string') return reply.code(422).send({ errorCode: 'BadScript', message: body })
    const script = scripts.get(body.engine ?? 'indexnow')
    const known = [...scripts.keys()].join(', ')
    if (script === undefined)
      return reply.code(422).send({ errorCode: 'BadScript', message: `engine is one of ${known}.` })
    if (body.next) script.add(body.next, body.host)
    if (body.pending) script.setPending(body.pending)
    if (body.refuse) script.setRefused(body.refuse)
    if (body.forbid) script.setForbidden(body.forbid)
    if (body.quota) script.setQuota(body.quota)
    if (body.expire_tokens) engines.expireTokens()
    return reply.code(204).send()
  })

  app.delete('/script', async (_request, reply) => {
    for (const script of scripts.values()) script.clear()
    engines.clearQuotas()
    return reply.code(204).send()
  })
}

function readScript(body: string): ScriptBody | string {
  let script: ScriptBody
  try {
    script = JSON.parse(body)
  } catch {
    return 'The body is not JSON.'
  }
  const unknown = Object.keys(script ?? {}).find((name) => !fields.includes(name))
  if (unknown !== undefined) return `${unknown} is unknown: ${fields.join(', ')}.`
  for (const name of ['next', 'pending', 'refuse', 'forbid'] as const)
    if (script[name] !== undefined && !Array.isArray(script[name])) return `${name} has to be a list.`
  return script
}
