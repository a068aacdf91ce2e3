import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { postForm } from './form.ts'

type Confirmed = {
  action: string
  /** Opens the confirmation. */
  name: Part
  /** What happens, in a sentence or two. */
  consequence: Part
  /** Does it. */
  button: string
  small?: boolean
}

/** What cannot be undone takes two clicks, the second beside its consequence. Works without scripts. */
export const confirmed = (frame: Frame, { action, name, consequence, button, small = false }: Confirmed): Html =>
  html`<details class="confirmed"><summary class="button danger${small && html` small`}">${name}</summary>${postForm(frame, action, html`<p>${consequence} This cannot be undone.</p><button class="danger${small && html` small`}">${button}</button>`)}</details>`
