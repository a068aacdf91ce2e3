import type { FastifyInstance } from 'fastify'
import type { Received } from './keep-received.ts'
import type { Script, ScriptedAnswer, ScriptedQuota } from './keep-script.ts'
import { textOf } from './text-of.ts'

type Told = {
  engine?: string
  next?: ScriptedAnswer[]
  host?: string
  pending?: string[]
  refuse?: string[]
  forbid?: string[]
  quota?: ScriptedQuota
  expire_tokens?: boolean
}
const words = ['engine', 'next', 'host', 'pending', 'refuse', 'forbid', 'quota', 'expire_tokens']

type Engines = {
  received: Received
  /** By the engine's name. */
  scripts: ReadonlyMap<string, Script>
  expireTokens(): void
  /** What it takes to submit here, as the engines hand it out. */
  credentials(project: string): unknown
  /** Forgets what has been used of every quota. */
  clearQuotas(): void
}

/** What a person or a test asks the sandbox: what did you get, and how shall you answer. */
export function routeRecord(app: FastifyInstance, engines: Engines) {
  const { received, scripts } = engines

  app.get('/received', async (request) => {
    const { engine, host, url, batch } = request.query as Record<string, string | undefined>
    const wanted = received
      .urls()
      .filter((entry) => (engine ?? entry.engine) === entry.engine)
      .filter((entry) => (host ?? entry.host) === entry.host && (url ?? entry.url) === entry.url)
      .filter((entry) => batch === undefined || entry.batch === Number(batch))
    const requests = received
      .requests()
      .filter((entry) => (engine ?? entry.engine) === entry.engine && (host ?? entry.host) === entry.host)
    return { received: wanted, total: wanted.length, requests }
  })

  app.delete('/received', async (_request, reply) => {
    received.clear()
    return reply.code(204).send()
  })

  app.get('/credentials', async (request) =>
    engines.credentials((request.query as { project?: string }).project ?? 'sandbox'),
  )

  app.post('/script', async (request, reply) => {
    const told = readTold(textOf(request.body))
    if (typeof told === 'string') return reply.code(422).send({ errorCode: 'BadScript', message: told })
    const script = scripts.get(told.engine ?? 'indexnow')
    const known = [...scripts.keys()].join(', ')
    if (script === undefined)
      return reply.code(422).send({ errorCode: 'BadScript', message: `engine is one of ${known}.` })
    if (told.next) script.add(told.next, told.host)
    if (told.pending) script.setPending(told.pending)
    if (told.refuse) script.setRefused(told.refuse)
    if (told.forbid) script.setForbidden(told.forbid)
    if (told.quota) script.setQuota(told.quota)
    if (told.expire_tokens) engines.expireTokens()
    return reply.code(204).send()
  })

  app.delete('/script', async (_request, reply) => {
    for (const script of scripts.values()) script.clear()
    engines.clearQuotas()
    return reply.code(204).send()
  })
}

function readTold(body: string): Told | string {
  let told: Told
  try {
    told = JSON.parse(body)
  } catch {
    return 'The body is not JSON.'
  }
  const unknown = Object.keys(told ?? {}).find((name) => !words.includes(name))
  if (unknown !== undefined) return `${unknown} is unknown: ${words.join(', ')}.`
  for (const name of ['next', 'pending', 'refuse', 'forbid'] as const)
    if (told[name] !== undefined && !Array.isArray(told[name])) return `${name} has to be a list.`
  return told
}
