import { Fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import type { FastifyRequest } from 'fastify'
import type { Clients } from '../clients/clients.ts'
import type { FormErrors } from '../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, formProblem, postForm } from '../parts/form.ts'
import { brand, plainPage } from '../parts/layout.ts'
import type { PanelTools, Route } from '../route.ts'
import { passwordDeadlineMs } from '../session/guess-limit.ts'

/** The form in front of a report behind a password. It reveals nothing about the report. */
export function lockedReportPage(frame: Frame, path: string, errors?: FormErrors): Html {
  const password = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    errors,
    attributes: html`required maxlength="128" autocomplete="off"${errors === undefined && html` autofocus`}`,
  })
  const form = html`${formProblem(errors)}${password}<button class="main">Show the report</button>`
  return plainPage(frame, {
    title: 'This report needs a password',
    head: html`<meta name="robots" content="noindex">`,
    body: html`${brand}<div class="card"><h1>This report needs a password</h1>
<p class="hint">Ask the person who shared the link with you.</p>${postForm(frame, `${path}/unlock`, form)}</div>`,
  })
}

/** The reply; undefined for a report that needs a password. */
export async function undefinedIfLocked<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Fault && error.code === 'password_required') return undefined
    throw error
  }
}

type Visit = { request: FastifyRequest; id: string }

/** What this browser has been given for the password of a report. */
export const unlockOf = ({ cookies, unlockSeal }: PanelTools, { request, id }: Visit): { unlock?: Buffer } => {
  const unlock = unlockSeal.open(cookies.read(request, `unlocked-${id}`), id)
  return unlock === undefined ? {} : { unlock }
}

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const body = Type.Object({ password: Type.String({ default: '', maxLength: 1_000 }) })

/** After an hour the password is needed again. */
const unlockedSeconds = 3_600

type Guess = { id: string; password: string; network: string; known_network: boolean }
type Unlock = (
  clients: Clients,
  guess: Guess,
  options: { deadlineMs: number },
) => Promise<{ unlock?: Buffer | undefined }>

/** Takes the password of a report whose public page is at `folder`, and leads back to it. */
export const unlockRoute =
  (folder: '/r' | '/s', unlockBy: Unlock): Route =>
  (app, tools) => {
    const { clients, cookies, unlockSeal, guesses } = tools
    app.post(`${folder}/:id/unlock`, { schema: { params, body } }, async (request, reply) => {
      const { id } = request.params
      const { password } = request.body
      const path = `${folder}/${id}`
      try {
        const { unlock } = await guesses.report.judge(
          // In lower case: an id that is spelled in another case would be counted separately.
          { ip: request.ip, target: id.toLowerCase(), wrongCode: 'wrong_password' },
          (from) => unlockBy(clients, { id, password, ...from }, { deadlineMs: passwordDeadlineMs }),
        )
        if (unlock !== undefined) {
          const cookie = unlockSeal.seal(unlock, id, Date.now() + unlockedSeconds * 1_000)
          cookies.set(reply, `unlocked-${id}`, cookie, unlockedSeconds)
        }
        return await redirectTo(reply, path, cookies)
      } catch (error) {
        const refusal = error instanceof Fault ? refusalOf(error) : undefined
        if (!(error instanceof Fault) || refusal === undefined) throw error
        void reply.code(refusal.status).header('x-robots-tag', 'noindex')
        if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds)
        return sendPage(reply, lockedReportPage(frameOf(request, reply, tools), path, refusal.errors))
      }
    })
  }

function refusalOf({ code, message }: Fault): { status: number; errors: FormErrors } | undefined {
  if (code === 'wrong_password') return { status: 403, errors: { fields: { password: ['That is not the password.'] } } }
  return code === 'too_many_guesses' ? { status: 429, errors: { message } } : undefined
}
