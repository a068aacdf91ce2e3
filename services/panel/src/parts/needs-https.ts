import type { Frame } from '../frame.ts'
import { html, type Part } from '../html.ts'

/** What is missing where a browser will not keep the cookie. panel.js shows it there; without scripts the form says it. */
export const needsHttps = ({ needsSecureContext, publicOrigin }: Frame): Part =>
  needsSecureContext &&
  html`<p class="problem" data-insecure hidden>Signing in needs HTTPS or localhost: over plain HTTP your browser does not keep the cookie. Open <a href="${publicOrigin}">${publicOrigin}</a>.</p>`
