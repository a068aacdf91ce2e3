import { type Html, html } from '@pagebell/html/template'
import { Type } from '@pagebell/schema/type'
import { localPath } from '../forms/fields.ts'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { field, formProblem, postForm } from '../parts/form.ts'
import { brand, plainPage } from '../parts/layout.ts'
import { needsHttps } from '../parts/notice.ts'
import { publicRoutes, type Route } from '../route.ts'
import { passwordDeadlineMs } from '../session/guess-limit.ts'
import { sessionOf, startSession } from '../session/request-session.ts'

type SignInPage = { email?: string | undefined; next: string; errors?: FormErrors | undefined }

function signInPage(frame: Frame, shown: SignInPage): Html {
  return plainPage(frame, {
    title: 'Sign in',
    head: html`<meta name="robots" content="noindex">`,
    body: html`${brand}
<div class="card"><h1>Sign in</h1>${signInForm(frame, shown)}</div>
<p class="hint">No account yet, or password lost? Ask the operator of this Pagebell for a link. Operators:
<code>npm run admin -- setup-link</code> for a new account,
<code>npm run admin -- account reset-link --email ADDRESS</code> for a new password.</p>`,
  })
}

function signInForm(frame: Frame, { email, next, errors }: SignInPage): Html {
  const emailField = field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    value: email,
    errors,
    attributes: html`autocomplete="username" required${email === undefined && html` autofocus`}`,
  })
  const takesFocus = email !== undefined && errors === undefined
  const passwordField = field({
    name: 'password',
    label: 'Password',
    type: 'password',
    errors,
    attributes: html`autocomplete="current-password" required${takesFocus && html` autofocus`}`,
  })
  const form = html`${needsHttps(frame)}${formProblem(errors)}<input type="hidden" name="next" value="${next}">
${emailField}${passwordField}<button class="main">Sign in</button>`
  return postForm(frame, '/sign-in', form)
}

const querystring = Type.Object({ next: Type.Optional(Type.String()) })

const showSignIn: Route = (app, tools) => {
  app.get('/sign-in', { schema: { querystring } }, async (request, reply) => {
    const next = localPath(request.query.next)
    if (sessionOf(request) !== undefined) return reply.redirect(next, 303)
    return sendPage(reply, signInPage(frameOf(request, reply, tools), { next }))
  })
}

const body = Type.Object({
  email: Type.String({ default: '', maxLength: 1_000 }),
  password: Type.String({ default: '', maxLength: 1_000 }),
  next: Type.Optional(Type.String()),
})

const signIn: Route = (app, tools) => {
  const { clients, cookies, guesses } = tools
  app.post('/sign-in', { schema: { body } }, async (request, reply) => {
    const { email, password } = request.body
    const next = localPath(request.body.next)
    const guess = { ip: request.ip, target: email.trim().toLowerCase(), wrongCode: 'wrong_credentials' }
    const outcome = await submitForm(() =>
      guesses.signIn.judge(guess, (from) =>
        clients.signIns.signIn({ email: email.trim(), password, ...from }, { deadlineMs: passwordDeadlineMs }),
      ),
    )
    if (!outcome.done) {
      void reply.code(outcome.status)
      return sendPage(reply, signInPage(frameOf(request, reply, tools), { email, next, errors: outcome.errors }))
    }

    await startSession(request, reply, outcome.value, tools)
    return redirectTo(reply, next, cookies)
  })
}

const signOut: Route = (app, { sessions, cookies }) => {
  app.post('/sign-out', async (request, reply) => {
    const cookie = cookies.read(request, 'session')
    if (cookie !== undefined) await sessions.end(cookie)
    cookies.clear(reply, 'session')
    return redirectTo(reply, '/sign-in', cookies, 'signed-out')
  })
}

export default publicRoutes(showSignIn, signIn, signOut)
