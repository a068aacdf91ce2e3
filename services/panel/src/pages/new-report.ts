import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { choice, type FormErrors, field, formProblem, postForm } from '../parts/form.ts'

export type NewReport = { url?: string | undefined; privacy?: string | undefined; errors?: FormErrors | undefined }

/** Private first: a form that nobody touched must not publish a client's faults. */
export const privacies = [
  ['1', 'Only you'],
  ['0', 'Anyone with the link'],
  ['2', 'Anyone with the password'],
] as const

/** The form for a new report. */
export function newReportForm(frame: Frame, { url, privacy, errors }: NewReport, from = 'reports'): Html {
  return postForm(
    frame,
    '/reports',
    html`${formProblem(errors)}<input type="hidden" name="from" value="${from}"><div class="inline wide">
<div class="grow field-group">${field({ name: 'url', label: 'Page', value: url, errors, attributes: html`inputmode="url" placeholder="https://example.com/" required maxlength="2048" autocomplete="url" spellcheck="false"` })}</div>
${choice('privacy', 'Visibility', privacy ?? '1', privacies)}
<div class="field-group only-with-password">${field({ name: 'password', label: 'Password', type: 'password', errors, attributes: html`autocomplete="new-password" maxlength="128"` })}</div>
<button class="main">Rate the page</button></div>`,
  )
}
