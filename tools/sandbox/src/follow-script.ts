import type { FastifyReply } from 'fastify'
import type { Noted, Received } from './keep-received.ts'
import type { ScriptedAnswer } from './keep-script.ts'

/** How an engine writes a refusal down. */
export type ErrorBody = (status: number, code: string | undefined, message: string) => unknown

/** Answers as told, and notes the request as that answer would have it. */
export function followScript(
  received: Received,
  request: Omit<Noted, 'status'>,
  told: ScriptedAnswer,
  reply: FastifyReply,
  errorBody: ErrorBody,
) {
  const status = told.status ?? 200
  if (told.hang) {
    received.note({ ...request, status: 599 })
    return reply.hijack()
  }
  received.note({ ...request, status, errorCode: told.errorCode })
  if (told.drop) {
    reply.hijack()
    return reply.raw.destroy()
  }
  if (told.retry_after !== undefined) reply.header('retry-after', String(told.retry_after))
  if (told.body !== undefined) return reply.code(status).type('text/html').send(told.body)
  if (status < 300) return reply.code(status).send()
  return reply.code(status).send(errorBody(status, told.errorCode, told.message ?? 'As told.'))
}
