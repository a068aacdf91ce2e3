import type { FastifyReply } from 'fastify'
import type { Noted, Received } from './keep-received.ts'
import type { ScriptedAnswer } from './keep-script.ts'

/** Builds an engine's error body. */
export type ErrorBody = (status: number, code: string | undefined, message: string) => unknown

/** Sends the scripted response, and records the request with it. */
export function followScript(
  received: Received,
  request: Omit<Noted, 'status'>,
  scripted: ScriptedAnswer,
  reply: FastifyReply,
  errorBody: ErrorBody,
) {
  const status = scripted.status ?? 200
  if (scripted.hang) {
    received.note({ ...request, status: 599 })
    return reply.hijack()
  }
  received.note({ ...request, status, errorCode: scripted.errorCode })
  if (scripted.drop) {
    reply.hijack()
    return reply.raw.destroy()
  }
  if (scripted.retry_after !== undefined) reply.header('retry-after', String(scripted.retry_after))
  if (scripted.body !== undefined) return reply.code(status).type('text/html').send(scripted.body)
  if (status < 300) return reply.code(status).send()
  return reply.code(status).send(errorBody(status, scripted.errorCode, scripted.message ?? 'As scripted.'))
}
