import { type Html, html } from '@pagebell/html/template'
import type { Frame } from '../../html/frame.ts'
import { postForm } from '../../parts/form.ts'

/** Turns the check of pages before they are announced on and off. */
export function preflightCard(frame: Frame, name: string, isOn: boolean): Html {
  const form = html`<input type="hidden" name="preflight" value="${isOn ? 'off' : 'on'}">
<button>${isOn ? 'Turn off' : 'Turn on'}</button>`
  const state = isOn
    ? html`<p><strong>On.</strong> Pagebell looks at each page first.</p>`
    : html`<p><strong>Off.</strong> Every accepted URL is sent as it is.</p>`
  return html`<section class="card" id="preflight" aria-labelledby="preflight-title">
<h2 id="preflight-title">Check pages before they are announced</h2>${state}
<p class="hint">What has not changed, and pages that search engines would not show, are skipped with the reason, and
their charge is given back. A page that is gone, has moved or asks not to be shown is announced once. A webhook request
may say otherwise with the field <code>preflight</code>.</p>
${postForm(frame, `/projects/${name}/preflight`, form)}</section>`
}
