import type { Frame } from '../../html/frame.ts'
import { type Html, html, type Part } from '../../html/html.ts'
import { postForm } from '../../parts/form.ts'
import { icon } from '../../parts/icon.ts'

export type SetupState = {
  hasWebhook: boolean
  /** IndexNow is among the default channels. */
  needsKeyFile: boolean
  hasKeyFile: boolean
  hasSubmitted: boolean
  hasDelivered: boolean
}

type Step = { title: string; isDone: boolean; todo: Part }

/** The step's button; `once` lets a form that is sent twice take effect once. */
const createWebhook = (frame: Frame, project: string, once: string): Html =>
  postForm(
    frame,
    `/projects/${project}/hook/rotate`,
    html`<input type="hidden" name="once" value="${once}"><button class="main small">Create the webhook</button>`,
  )

/** What connects a site, in the order in which it is done. */
export function setupSteps(frame: Frame, project: string, state: SetupState, once: string): Step[] {
  const path = `/projects/${project}`
  const keyFile = {
    title: 'Put the IndexNow key file on the site',
    isDone: state.hasKeyFile,
    todo: html`<p class="hint">Search engines believe a URL only if they find it.
<a href="${path}/channels#key-file">Key file</a></p>`,
  }
  return [
    {
      title: 'Create the webhook',
      isDone: state.hasWebhook,
      todo: html`<p class="hint">Changed URLs are posted to it.</p>${createWebhook(frame, project, once)}`,
    },
    ...(state.needsKeyFile ? [keyFile] : []),
    {
      title: 'Submit the first URL',
      isDone: state.hasSubmitted,
      todo: html`<p class="hint">Give the webhook to your CMS, deploy hook or cron job.
<a href="${path}/webhook#use">Snippets</a></p>`,
    },
    {
      title: 'See it delivered',
      isDone: state.hasDelivered,
      todo: html`<p class="hint">A search engine has to accept it.
<a href="/deliveries?project=${project}">Deliveries</a></p>`,
    },
  ]
}

/** The steps, until all are done. */
export function setupCard(steps: readonly Step[]): Html {
  const done = steps.filter(({ isDone }) => isDone).length
  const current = steps.findIndex(({ isDone }) => !isDone)
  const item = ({ title, isDone, todo }: Step, index: number): Html =>
    html`<li class="${isDone ? 'done' : ''}"${index === current && html` aria-current="step"`}>
${icon(isDone ? 'good' : 'clock')}<div><strong>${title}</strong>
${isDone ? html`<span class="unseen"> (done)</span>` : todo}</div></li>`
  return html`<section class="card" aria-labelledby="setup"><div class="between"><h2 id="setup">Connect the site</h2>
<p class="hint">${done} of ${steps.length} done</p></div>
<ol class="steps">${steps.map(item)}</ol></section>`
}
