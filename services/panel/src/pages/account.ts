import type { Account__Output as Account } from '@pagebell/protos/project/v1/Account'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { grouped } from '../parts/number.ts'
import { exactTime } from '../parts/time.ts'

export function accountPage(frame: Frame, { account, errors }: { account: Account; errors?: FormErrors }): Html {
  const { urls_per_day, urls_per_month, calls_per_minute, ...kept } = account.limits ?? {}
  const limit = (value: number | undefined): string => (value === undefined ? 'unlimited' : grouped(value))
  return page(frame, {
    title: 'Account',
    body: html`<div class="sections"><section class="card" aria-labelledby="plan"><h2 id="plan">Plan</h2><dl class="facts">
<dt>E-mail</dt><dd>${account.email}</dd><dt>Plan</dt><dd>${account.plan}</dd>
<dt>URLs a day</dt><dd>${limit(urls_per_day)}</dd><dt>URLs a month</dt><dd>${limit(urls_per_month)}</dd>
<dt>API calls a minute</dt><dd>${limit(calls_per_minute)}</dd><dt>API keys</dt><dd>${limit(kept.api_keys)}</dd>
<dt>Projects</dt><dd>${limit(kept.projects)}</dd><dt>Reports</dt><dd>${limit(kept.reports)}</dd>
<dt>Analyses a minute</dt><dd>${limit(kept.analyses_per_minute)}</dd><dt>Analyses a day</dt><dd>${limit(kept.analyses_per_day)}</dd><dt>Since</dt><dd>${exactTime(account.created_at)}</dd></dl>
<p class="hint">The operator of this Pagebell changes plans. <a href="/usage">Your usage</a></p></section>
<section class="card" id="password" aria-labelledby="password-title"><h2 id="password-title">Password</h2>${noticeAt(frame, 'password')}${postForm(
      frame,
      '/account/password',
      html`${formProblem(errors)}<input type="hidden" name="username" value="${account.email}" autocomplete="username">
${field({ name: 'current_password', label: 'Current password', type: 'password', errors, attributes: html`autocomplete="current-password" required maxlength="128"` })}
${field({ name: 'new_password', label: 'New password', type: 'password', errors, hint: '8 to 128 characters. Every other session is signed out.', attributes: html`autocomplete="new-password" required minlength="8" maxlength="128"` })}
<button>Change password</button>`,
    )}</section>
<section class="card" aria-labelledby="out"><h2 id="out">Sign out everywhere</h2><p>Ends every session of this account on every device, including this one.</p>
${postForm(frame, '/account/sign-out-everywhere', html`<button>Sign out everywhere</button>`)}</section></div>`,
  })
}
