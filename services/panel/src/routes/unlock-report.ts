import { Fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { passwordDeadlineMs } from '../limit-guesses.ts'
import { lockedReportPage } from '../pages/public-report.ts'
import type { Route } from '../route.ts'

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const body = Type.Object({ password: Type.String({ default: '', maxLength: 1_000 }) })

/** An hour, then the password is asked for again. */
const goodForSeconds = 3_600

export const unlockReport: Route = (app, tools) => {
  const { peers, cookies, seal, guesses } = tools
  app.post('/r/:id/unlock', { schema: { params, body } }, async (request, reply) => {
    const { id } = request.params
    const { password } = request.body
    try {
      const { unlock } = await guesses.report.judge(
        { ip: request.ip, target: id, wrongCode: 'wrong_password' },
        (from) => peers.publicReports.unlockReport({ id, password, ...from }, { deadlineMs: passwordDeadlineMs }),
      )
      const value = seal.close(unlock, id, Date.now() + goodForSeconds * 1_000)
      cookies.set(reply, `unlocked-${id}`, value, goodForSeconds)
      return await leadTo(reply, `/r/${id}`, cookies)
    } catch (error) {
      const words = error instanceof Fault ? wordsFor[error.code] : undefined
      if (!(error instanceof Fault) || words === undefined) throw error
      void reply.code(words.status).header('x-robots-tag', 'noindex')
      if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds)
      const errors = words.field ? { fields: { password: [words.text] } } : { message: error.message }
      return sendPage(reply, lockedReportPage(frameOf(request, reply, tools), id, errors))
    }
  })
}

const wordsFor: Record<string, { status: number; field: boolean; text: string }> = {
  wrong_password: { status: 403, field: true, text: 'That is not the password.' },
  too_many_guesses: { status: 429, field: false, text: '' },
}
