import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { bell, plainPage } from '../parts/layout.ts'
import { needsHttps } from '../parts/needs-https.ts'

type Shown = { email?: string | undefined; next: string; errors?: FormErrors | undefined }

export function signInPage(frame: Frame, { email, next, errors }: Shown): Html {
  return plainPage(frame, {
    title: 'Sign in',
    head: html`<meta name="robots" content="noindex">`,
    body: html`<a class="brand" href="/">${bell}<span>Pagebell</span></a>
<div class="card"><h1>Sign in</h1>${postForm(
      frame,
      '/sign-in',
      html`${needsHttps(frame)}${formProblem(errors)}<input type="hidden" name="next" value="${next}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, errors, attributes: html`autocomplete="username" required${email === undefined && html` autofocus`}` })}
${field({ name: 'password', label: 'Password', type: 'password', errors, attributes: html`autocomplete="current-password" required${email !== undefined && errors === undefined && html` autofocus`}` })}
<button class="main">Sign in</button>`,
    )}</div>
<p class="hint">No account yet, or password lost? Ask the operator of this Pagebell for a link. Operators: <code>npm run admin -- setup-link</code> for a new account, <code>npm run admin -- account reset-link --email ADDRESS</code> for a new password.</p>`,
  })
}
