import { type Html, html, type Part } from '@pagebell/html/template'
import type { FormErrors } from '../forms/form-result.ts'
import type { Frame } from '../html/frame.ts'
import { choice, postForm } from './form.ts'

type Confirmed = {
  action: string
  /** Opens the confirmation. */
  name: Part
  /** What happens, in a sentence or two. */
  consequence: Part
  /** Submits the form. */
  button: string
  small?: boolean
}

/** An action that cannot be undone takes two clicks, the second beside its consequence. Works without scripts. */
export function confirmed(frame: Frame, { action, name, consequence, button, small = false }: Confirmed): Html {
  const size = small && html` small`
  const form = html`<p>${consequence} This cannot be undone.</p><button class="danger${size}">${button}</button>`
  return html`<details class="confirmed"><summary class="button danger${size}">${name}</summary>
${postForm(frame, action, form)}</details>`
}

/** After how many seconds the old token or secret stops; a day leaves time to change whatever still uses it. */
const graces = [
  ['86400', 'After 24 hours'],
  ['3600', 'After 1 hour'],
  ['604800', 'After 7 days'],
  ['0', 'Immediately'],
] as const

type GraceChoice = {
  name: string
  label: string
  /** The check box that confirms "Immediately". */
  confirmation: string
  /** What "Immediately" breaks. */
  consequence: Part
  errors: FormErrors | undefined
}

/** When the old token or secret stops. "Immediately" cannot be undone, so it has to be confirmed. */
export function graceChoice({ name, label, confirmation, consequence, errors }: GraceChoice): Html {
  const wrong = errors?.fields?.[confirmation]
  const id = `${confirmation}-error`
  const invalid = wrong !== undefined && html` aria-invalid="true" aria-describedby="${id}" autofocus`
  // Above the box, whose text fills the screen of a telephone: both are in view.
  return html`${choice(name, label, wrong === undefined ? '86400' : '0', graces)}
<div class="only-at-once wide">
${wrong !== undefined && html`<p class="wrong" id="${id}">${wrong.join(' ')}</p>`}
<label class="check"><input type="checkbox" name="${confirmation}" value="1"${invalid}><span>${consequence}
This cannot be undone.</span></label></div>`
}
