import type { FastifyInstance } from 'fastify'
import type { Received } from './keep-received.ts'
import type { Script, ScriptedAnswer } from './keep-script.ts'
import { textOf } from './text-of.ts'

type Told = { next?: ScriptedAnswer[]; host?: string; pending?: string[]; refuse?: string[] }

/** What a person or a test asks the sandbox: what did you get, and how shall you answer. */
export function routeRecord(app: FastifyInstance, received: Received, script: Script) {
  app.get('/received', async (request) => {
    const { host, url, batch } = request.query as { host?: string; url?: string; batch?: string }
    const wanted = received
      .urls()
      .filter((entry) => (host ?? entry.host) === entry.host && (url ?? entry.url) === entry.url)
      .filter((entry) => batch === undefined || entry.batch === Number(batch))
    const requests = received.requests().filter((entry) => (host ?? entry.host) === entry.host)
    return { received: wanted, total: wanted.length, requests }
  })

  app.delete('/received', async (_request, reply) => {
    received.clear()
    return reply.code(204).send()
  })

  app.post('/script', async (request, reply) => {
    const told = readTold(textOf(request.body))
    if (typeof told === 'string') return reply.code(422).send({ errorCode: 'BadScript', message: told })
    if (told.next) script.add(told.next, told.host)
    if (told.pending) script.setPending(told.pending)
    if (told.refuse) script.setRefused(told.refuse)
    return reply.code(204).send()
  })

  app.delete('/script', async (_request, reply) => {
    script.clear()
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
  const unknown = Object.keys(told ?? {}).find((name) => !['next', 'host', 'pending', 'refuse'].includes(name))
  if (unknown !== undefined) return `${unknown} is unknown: next, host, pending, refuse.`
  for (const name of ['next', 'pending', 'refuse'] as const)
    if (told[name] !== undefined && !Array.isArray(told[name])) return `${name} has to be a list.`
  return told
}
