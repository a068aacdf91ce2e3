import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { bell, plainPage } from '../parts/layout.ts'
import { needsHttps } from '../parts/needs-https.ts'

type Shown = { token?: string | undefined; email?: string | undefined; errors?: FormErrors | undefined }

/** Making an account with a set-up link. The link has its token behind a #, so panel.js puts it into the form. */
export function setupPage(frame: Frame, { token, email, errors }: Shown): Html {
  return plainPage(frame, {
    title: 'Set up your account',
    head: html`<meta name="robots" content="noindex">`,
    body: html`<a class="brand" href="/">${bell}<span>Pagebell</span></a>
<div class="card"><h1>Set up your account</h1><p class="hint">This link works once. Choose the e-mail address and password that you will sign in with. To replace a lost password, enter the address of your account.</p>
${postForm(
  frame,
  '/setup',
  html`${needsHttps(frame)}${formProblem(errors)}
${field({ name: 'setup_token', label: 'Set-up token', value: token, errors, hint: html`What stands behind the # of your link: <code>pbs_…</code>`, attributes: html`required autocomplete="off" spellcheck="false" maxlength="100" data-from-fragment` })}
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, errors, attributes: html`autocomplete="username" required maxlength="254"` })}
${field({ name: 'password', label: 'Password', type: 'password', errors, hint: '8 to 128 characters. A few words in a row are a good one.', attributes: html`autocomplete="new-password" required minlength="8" maxlength="128"` })}
<button class="main">Create the account</button>`,
)}</div>`,
  })
}
