import { type Html, html, type Part } from '../html.ts'
import { choice, type FormErrors } from './form.ts'

/** After how many seconds what was rotated stops; a day gives whoever still uses it time to change. */
const graces = [
  ['86400', 'After 24 hours'],
  ['3600', 'After 1 hour'],
  ['604800', 'After 7 days'],
  ['0', 'Immediately'],
] as const

type GraceChoice = {
  name: string
  label: string
  /** The box that confirms "Immediately". */
  confirmation: string
  /** What happens then. */
  consequence: Part
  errors: FormErrors | undefined
}

/** When the old token or secret stops. "Immediately" cannot be undone, so that it has to be confirmed. */
export function graceChoice({ name, label, confirmation, consequence, errors }: GraceChoice): Html {
  const wrong = errors?.fields?.[confirmation]
  const id = `${confirmation}-error`
  const isWrong = wrong !== undefined && html` aria-invalid="true" aria-describedby="${id}" autofocus`
  // Above the box, whose text fills the screen of a telephone: both are in view.
  return html`${choice(name, label, wrong === undefined ? '86400' : '0', graces)}
<div class="only-at-once wide">${wrong !== undefined && html`<p class="wrong" id="${id}">${wrong.join(' ')}</p>`}
<label class="check"><input type="checkbox" name="${confirmation}" value="1"${isWrong}><span>${consequence} This cannot be undone.</span></label></div>`
}
