import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'
import type { FormErrors } from '../forms/form-result.ts'
import type { Frame } from '../html/frame.ts'
import { choice, field, formProblem, postForm, reportPasswordField } from '../parts/form.ts'

/** The form of a new report, after a refusal with what was sent. */
export type NewReport = { url?: string | undefined; privacy?: string | undefined; errors?: FormErrors | undefined }

/** Private first, so that no report is published by accident. */
export const privacies = [
  ['1', 'Only you'],
  ['0', 'Anyone with the link'],
  ['2', 'Anyone with the password'],
] as const

/** The form for a new report; `from` is the page that shows it, and its errors. */
export function newReportForm(
  frame: Frame,
  { url, privacy, errors }: NewReport,
  from: 'overview' | 'reports' = 'reports',
): Html {
  const urlField = field({
    name: 'url',
    label: 'Page',
    value: url,
    errors,
    attributes: html`inputmode="url" placeholder="https://example.com/" required maxlength="2048" autocomplete="url"
 spellcheck="false"`,
  })
  const form = html`${formProblem(errors)}<input type="hidden" name="from" value="${from}"><div class="inline wide">
<div class="grow field-group">${urlField}</div>
${choice('privacy', 'Visibility', privacy ?? String(frame.newReportPrivacy), privacies)}
<div class="field-group only-with-password">${reportPasswordField({ errors })}</div>
<button class="main">Rate the page</button></div>`
  return postForm(frame, '/reports', form)
}

/** The URL of a report and the project that it belongs to. Throws fault invalid on `url`. */
export function readReportUrl(text: string): { url: string; project: string } {
  const trimmed = text.trim()
  // Browsers hide the scheme, so many people leave it out.
  const normalised = normaliseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  const project = normalised.ok ? projectName(normalised.host) : undefined
  if (normalised.ok && project !== undefined) return { url: normalised.url, project }
  const reason = normalised.ok ? 'its host cannot name a project' : normalised.reason
  throw fault('invalid', `The URL cannot be used: ${reason}.`, { errors: { url: [`cannot be used: ${reason}`] } })
}

/** The visibility of a report, with the password if it has one. Throws fault invalid on `password`. */
export function readPrivacy({ privacy, password }: { privacy: string; password: string }): {
  privacy: number
  password?: string
} {
  if (privacy !== '2') return { privacy: privacy === '1' ? 1 : 0 }
  const length = Array.from(password).length
  if (length >= 6 && length <= 128) return { privacy: 2, password }
  const text = 'needs 6 to 128 characters'
  throw fault('invalid', `The password ${text}.`, { errors: { password: [text] } })
}
