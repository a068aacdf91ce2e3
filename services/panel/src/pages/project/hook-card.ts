import { type Html, html, type Part } from '@pagebell/html/template'
import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import type { FormErrors } from '../../forms/form-result.ts'
import { counted, exactTime, lastUsed, timeLeft, timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { hookBadge } from '../../parts/badge.ts'
import { confirmed, graceChoice } from '../../parts/confirmation.ts'
import { formProblem, postForm } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'

type HookCard = { project: string; hook: Hook | undefined; errors?: FormErrors | undefined; once: string }

/** The webhook of a project and its actions. `once` lets a form that is sent twice take effect once. */
export function hookCard(frame: Frame, { project, hook, errors, once }: HookCard): Html {
  const path = `/projects/${project}/hook`
  if (hook === undefined) {
    const form = html`${formProblem(errors)}<input type="hidden" name="once" value="${once}">
<button class="main">Create the webhook</button>`
    return html`<section class="card" id="webhook" aria-labelledby="webhook-title"><h2 id="webhook-title">Webhook</h2>
${noticeAt(frame, 'webhook')}<p>Your CMS, deploy hook or cron job posts changed URLs to the webhook, and Pagebell
submits them to search engines. This project has no webhook yet.</p>
${postForm(frame, `${path}/rotate`, form)}</section>`
  }
  const { last_four, created_at, last_used_at: used, accepted_7d, enabled } = hook
  const { urls: waiting = 0, oldest_at: oldest } = hook.waiting ?? {}
  return html`<section class="card" id="webhook" aria-labelledby="webhook-title"><div class="between">
<h2 id="webhook-title">Webhook</h2>${hookBadge(enabled)}</div>
${noticeAt(frame, 'webhook')}${formProblem(errors)}
<dl class="facts"><dt>Token</dt><dd><code>pbh_…${last_four}</code></dd>
<dt>Created</dt><dd>${timeTag(created_at, frame.now)}</dd>
<dt>Last used</dt><dd>${used === undefined ? 'never' : timeTag(used, frame.now)}</dd>
<dt>Last 7 days</dt><dd>${counted(accepted_7d, 'URL')} accepted</dd>
${oldest !== undefined && waitingFact(waiting, timeTag(oldest, frame.now))}</dl>
${previousToken(frame, hook)}
<div class="columns">${rotation(frame, path, hook, { errors, once })}${stopping(frame, path, hook)}</div></section>`
}

const waitingFact = (urls: number, since: Html): Html =>
  html`<dt>Over the quota</dt><dd>${counted(urls, 'URL')} waiting since ${since}</dd>`

type RotationForm = { errors: FormErrors | undefined; once: string }

function rotation(frame: Frame, path: string, hook: Hook, { errors, once }: RotationForm): Html {
  const grace = graceChoice({
    name: 'grace',
    label: `The token ending in ${hook.last_four} stops`,
    confirmation: 'at-once',
    consequence: html`Whatever still sends with the old token is refused. ${lastUsed(hook.last_used_at, frame.now)}`,
    errors,
  })
  const form = html`<h3>New token</h3><input type="hidden" name="once" value="${once}">
${grace}<button>Rotate the token</button>`
  return postForm(frame, `${path}/rotate`, form)
}

function stopping(frame: Frame, path: string, { enabled, last_four, last_used_at }: Hook): Html {
  const [action, value] = enabled ? ['Disable', '0'] : ['Enable', '1']
  const enabling = html`<input type="hidden" name="enabled" value="${value}"><button>${action}</button>`
  const revocation = confirmed(frame, {
    action: `${path}/revoke`,
    name: 'Revoke',
    consequence: html`The token ending in ${last_four} stops working permanently. ${lastUsed(last_used_at, frame.now)}`,
    button: 'Revoke permanently',
  })
  return html`<div class="stack"><h3>${action} or revoke</h3>
<div class="row">${postForm(frame, `${path}/enabled`, enabling, '')}</div>
${revocation}
<p class="hint">While disabled, requests get 404 until you enable it again. Revoking is permanent.</p></div>`
}

/** The previous token, while it is still accepted. */
function previousToken(frame: Frame, hook: Hook): Part {
  const { previous_last_four: lastFour, previous_accepted_until: until } = hook
  if (lastFour === undefined || until === undefined || Date.parse(until) <= frame.now) return undefined
  return html`<p class="warning">The token before, <code>pbh_…${lastFour}</code>, stays good for
<strong data-until="${until}">${timeLeft(until, frame.now)}</strong>, until ${exactTime(until)}.
${previousUse(frame, hook)}</p>`
}

function previousUse(frame: Frame, { created_at, previous_last_used_at: used }: Hook): Part {
  if (used === undefined) return 'It has not been used since it was replaced as far as is known.'
  const isInUse = Date.parse(used) >= Date.parse(created_at)
  return html`It was last used ${timeTag(used, frame.now)}${
    isInUse ? ', after it was replaced: something still sends with it.' : ', before it was replaced.'
  }`
}
