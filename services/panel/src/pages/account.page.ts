import { type Html, html } from '@pagebell/html/template'
import type { Account__Output as Account } from '@pagebell/protos/project/v1/project'
import { Type } from '@pagebell/schema/type'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { exactTime, grouped } from '../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { choice, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf, startSession } from '../session/request-session.ts'

function accountPage(frame: Frame, { account, errors }: { account: Account; errors?: FormErrors }): Html {
  return page(frame, {
    title: 'Account',
    body: html`<div class="sections">${planCard(account)}
${newReportsCard(frame, account)}
${passwordCard(frame, account, errors)}
<section class="card" aria-labelledby="out"><h2 id="out">Sign out everywhere</h2>
<p>Ends every session of this account on every device, including this one.</p>
${postForm(frame, '/account/sign-out-everywhere', html`<button>Sign out everywhere</button>`)}</section></div>`,
  })
}

function planCard({ email, plan, limits, created_at }: Account): Html {
  const limit = (name: string, value: number | undefined): Html =>
    html`<dt>${name}</dt><dd>${value === undefined ? 'unlimited' : grouped(value)}</dd>`
  return html`<section class="card" aria-labelledby="plan"><h2 id="plan">Plan</h2><dl class="facts">
<dt>E-mail</dt><dd>${email}</dd><dt>Plan</dt><dd>${plan}</dd>
${limit('URLs a day', limits?.urls_per_day)}
${limit('URLs a month', limits?.urls_per_month)}
${limit('API calls a minute', limits?.calls_per_minute)}
${limit('API keys', limits?.api_keys)}
${limit('Projects', limits?.projects)}
${limit('Reports', limits?.reports)}
${limit('Analyses a minute', limits?.analyses_per_minute)}
${limit('Analyses a day', limits?.analyses_per_day)}
<dt>Since</dt><dd>${exactTime(created_at)}</dd></dl>
<p class="hint">The operator of this Pagebell changes plans. <a href="/usage">Your usage</a></p></section>`
}

/** The API has a default for itself: public, unless a request says otherwise. */
function newReportsCard(frame: Frame, { new_report_privacy = 1 }: Account): Html {
  const form = html`${choice('new_report_privacy', 'New reports are', String(new_report_privacy), [
    ['1', 'Only for me'],
    ['0', 'Public: for anyone with the link'],
  ])}
<p class="hint">What the panel offers when you rate a page; you can choose differently each time. Reports made by
the API are public unless the request says otherwise.</p><button>Save</button>`
  return html`<section class="card" id="new-reports" aria-labelledby="new-reports-title">
<h2 id="new-reports-title">New reports</h2>
${noticeAt(frame, 'new-reports')}${postForm(frame, '/account/new-reports', form)}</section>`
}

function passwordCard(frame: Frame, account: Account, errors: FormErrors | undefined): Html {
  const current = field({
    name: 'current_password',
    label: 'Current password',
    type: 'password',
    errors,
    attributes: html`autocomplete="current-password" required maxlength="128"`,
  })
  const next = field({
    name: 'new_password',
    label: 'New password',
    type: 'password',
    errors,
    hint: '8 to 128 characters. Every other session is signed out.',
    attributes: html`autocomplete="new-password" required minlength="8" maxlength="128"`,
  })
  // The name is for password managers.
  const form = html`${formProblem(errors)}
<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${current}${next}<button>Change password</button>`
  return html`<section class="card" id="password" aria-labelledby="password-title"><h2 id="password-title">Password</h2>
${noticeAt(frame, 'password')}${postForm(frame, '/account/password', form)}</section>`
}

const showAccount: Route = (app, tools) => {
  app.get('/account', async (request, reply) => {
    const account = await tools.clients.accounts.getAccount({ account_id: accountOf(request) })
    return sendPage(reply, accountPage(frameOf(request, reply, tools), { account }))
  })
}

const newReports = Type.Object({ new_report_privacy: Type.Integer({ minimum: 0, maximum: 1 }) })

const changeNewReports: Route = (app, { clients, cookies, accountCache }) => {
  app.post('/account/new-reports', { schema: { body: newReports } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { new_report_privacy } = request.body
    await clients.accounts.changeAccountSettings({ account_id, new_report_privacy })
    accountCache.forget(account_id)
    return redirectTo(reply, '/account', cookies, 'new-reports-saved', 'new-reports')
  })
}

const passwords = Type.Object({
  current_password: Type.String({ default: '', maxLength: 1_000 }),
  new_password: Type.String({ default: '', maxLength: 1_000 }),
})

const changePassword: Route = (app, tools) => {
  const { clients, sessions, cookies, guesses } = tools
  app.post('/account/password', { schema: { body: passwords } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { current_password, new_password } = request.body
    // A stolen session must not allow guessing the password.
    const guess = { ip: request.ip, target: account_id, wrongCode: 'wrong_password' }
    const outcome = await submitForm(() =>
      guesses.passwordChange.judge(guess, () =>
        clients.signIns.changePassword({ account_id, current_password, new_password }),
      ),
    )
    if (!outcome.done) {
      const account = await clients.accounts.getAccount({ account_id })
      void reply.code(outcome.status)
      return sendPage(reply, accountPage(frameOf(request, reply, tools), { account, errors: outcome.errors }))
    }
    await sessions.endAll(account_id)
    await startSession(request, reply, outcome.value, tools)
    return redirectTo(reply, '/account', cookies, 'password-changed', 'password')
  })
}

const signOutEverywhere: Route = (app, { sessions, cookies }) => {
  app.post('/account/sign-out-everywhere', async (request, reply) => {
    await sessions.endAll(accountOf(request))
    cookies.clear(reply, 'session')
    return redirectTo(reply, '/sign-in', cookies, 'signed-out-everywhere')
  })
}

export default signedInRoutes(showAccount, changeNewReports, changePassword, signOutEverywhere)
