import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, formProblem, postForm } from '../parts/form.ts'
import { brand, plainPage } from '../parts/layout.ts'
import { needsHttps } from '../parts/notice.ts'
import { publicRoutes, type Route } from '../route.ts'
import { startSession } from '../session/request-session.ts'

type SetupPage = { token?: string | undefined; email?: string | undefined; errors?: FormErrors | undefined }

/** Creates an account with a set-up link. The link has its token behind a #, from where panel.js takes it. */
function setupPage(frame: Frame, shown: SetupPage): Html {
  return plainPage(frame, {
    title: 'Set up your account',
    head: html`<meta name="robots" content="noindex">`,
    body: html`${brand}
<div class="card"><h1>Set up your account</h1><p class="hint">This link works once. Choose the e-mail address and
password that you will sign in with. To replace a lost password, enter the address of your account.</p>
${setupForm(frame, shown)}</div>`,
  })
}

function setupForm(frame: Frame, { token, email, errors }: SetupPage): Html {
  const tokenField = field({
    name: 'setup_token',
    label: 'Set-up token',
    value: token,
    errors,
    hint: html`The part of your link after the #: <code>pbs_…</code>`,
    attributes: html`required autocomplete="off" spellcheck="false" maxlength="100" data-from-fragment`,
  })
  const emailField = field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    value: email,
    errors,
    attributes: html`autocomplete="username" required maxlength="254"`,
  })
  const passwordField = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    errors,
    hint: '8 to 128 characters. A few words in a row are a good one.',
    attributes: html`autocomplete="new-password" required minlength="8" maxlength="128"`,
  })
  const form = html`${needsHttps(frame)}${formProblem(errors)}
${tokenField}${emailField}${passwordField}<button class="main">Create the account</button>`
  return postForm(frame, '/setup', form)
}

const showSetup: Route = (app, tools) => {
  app.get('/setup', async (request, reply) => sendPage(reply, setupPage(frameOf(request, reply, tools), {})))
}

const body = Type.Object({
  setup_token: Type.String({ default: '', maxLength: 1_000 }),
  email: Type.String({ default: '', maxLength: 1_000 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
})

const setUp: Route = (app, tools) => {
  const { clients, sessions, cookies, guesses } = tools
  app.post('/setup', { schema: { body } }, async (request, reply) => {
    const { setup_token, email, password } = request.body
    const outcome = await submitForm(async () => {
      const account = { setup_token: setup_token.trim(), email: email.trim(), password }
      const guess = { ip: request.ip, target: 'set-up', wrongCode: 'wrong_setup_token' }
      return guesses.setUp.judge(guess, () => clients.signIns.createFirstAccount(account))
    })
    if (!outcome.done) {
      void reply.code(outcome.status)
      const shown = { token: setup_token, email, errors: outcome.errors }
      return sendPage(reply, setupPage(frameOf(request, reply, tools), shown))
    }
    // The link may have replaced a password: its old sessions end.
    await sessions.endAll(outcome.value.account_id)
    await startSession(request, reply, outcome.value, tools)
    return redirectTo(reply, '/', cookies, 'account-created')
  })
}

export default publicRoutes(showSetup, setUp)
