import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/Hook'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { hookBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmed.ts'
import { type FormErrors, formProblem, hiddenToken, postForm } from '../parts/form.ts'
import { graceChoice } from '../parts/grace-choice.ts'
import { noticeAt } from '../parts/notice.ts'
import { counted } from '../parts/number.ts'
import { exactTime, timeTag } from '../parts/time.ts'
import { lastUsed } from '../parts/used.ts'

type Shown = { project: string; hook: Hook | undefined; errors?: FormErrors | undefined; once: string }

/** The webhook of a project: what it is and what can be done with it. `once` lets a form that is sent twice do its work once. */
export function hookCard(frame: Frame, { project, hook, errors, once }: Shown): Html {
  const path = `/projects/${project}/hook`
  if (hook === undefined) {
    return html`<section class="card" id="webhook" aria-labelledby="webhook-title"><h2 id="webhook-title">Webhook</h2>
${noticeAt(frame, 'webhook')}<p>Your CMS, deploy hook or cron job posts changed URLs to the webhook, and Pagebell submits them to search engines. This project has no webhook yet.</p>
${postForm(frame, `${path}/rotate`, html`${formProblem(errors)}<input type="hidden" name="once" value="${once}"><button class="main">Create the webhook</button>`)}</section>`
  }
  return html`<section class="card" id="webhook" aria-labelledby="webhook-title"><div class="between"><h2 id="webhook-title">Webhook</h2>${hookBadge(hook.enabled)}</div>
${noticeAt(frame, 'webhook')}${formProblem(errors)}
<dl class="facts"><dt>Token</dt><dd><code>pbh_…${hook.last_four}</code></dd>
<dt>Created</dt><dd>${timeTag(hook.created_at, frame.now)}</dd>
<dt>Last used</dt><dd>${hook.last_used_at === undefined ? 'never' : timeTag(hook.last_used_at, frame.now)}</dd>
<dt>Last 7 days</dt><dd>${counted(hook.accepted_7d, 'URL')} accepted</dd></dl>
${previous(frame, hook)}
<div class="columns">
<form method="post" action="${path}/rotate" class="stack">${hiddenToken(frame)}<h3>New token</h3><input type="hidden" name="once" value="${once}">
${graceChoice({ name: 'grace', label: `The token ending in ${hook.last_four} stops`, confirmation: 'at-once', consequence: html`Whatever still sends with the old token is refused. ${lastUsed(hook.last_used_at, frame.now)}`, errors })}<button>Rotate the token</button></form>
<div class="stack"><h3>${hook.enabled ? 'Disable or revoke' : 'Enable or revoke'}</h3>
<div class="row">${postForm(frame, `${path}/enabled`, html`<input type="hidden" name="enabled" value="${hook.enabled ? '0' : '1'}"><button>${hook.enabled ? 'Disable' : 'Enable'}</button>`, '')}
</div>
${confirmed(frame, { action: `${path}/revoke`, name: 'Revoke', consequence: html`The token ending in ${hook.last_four} stops working permanently. ${lastUsed(hook.last_used_at, frame.now)}`, button: 'Revoke permanently' })}
<p class="hint">While disabled, requests get 404 until you enable it again. Revoking is permanent.</p></div></div></section>`
}

/** The token before this one, while it is still good. */
function previous(frame: Frame, hook: Hook): Part {
  const { previous_last_four: lastFour, previous_accepted_until: until, previous_last_used_at: used } = hook
  if (lastFour === undefined || until === undefined || Date.parse(until) <= frame.now) return undefined
  return html`<p class="warning">The token before, <code>pbh_…${lastFour}</code>, stays good for <strong data-until="${until}">${left(until, frame.now)}</strong>, until ${exactTime(until)}.
${used === undefined ? 'It has not been used since it was replaced as far as is known.' : html`It was last used ${timeTag(used, frame.now)}${Date.parse(used) >= Date.parse(hook.created_at) ? ', after it was replaced: something still sends with it.' : ', before it was replaced.'}`}</p>`
}

function left(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes < 90) return counted(minutes, 'minute')
  return minutes < 48 * 60 ? counted(Math.round(minutes / 60), 'hour') : counted(Math.round(minutes / 1_440), 'day')
}
