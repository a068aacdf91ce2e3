import { type Html, html, type Part } from '@pagebell/html/template'
import type { Source__Output as Source, SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import type { FormErrors } from '../../../forms/form-result.ts'
import { exactTime, lastUsed, timeLeft, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { hookBadge } from '../../../parts/badge.ts'
import { confirmed, graceChoice } from '../../../parts/confirmation.ts'
import { field, formProblem, postForm } from '../../../parts/form.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { secretHint } from './set-up.ts'
import { nameField, rulesFields, rulesText, type SourceSettings } from './source-fields.ts'

type SourceParts = { path: string; source: Source; kind: SourceKind }

/** What a source is, and how it fares. */
export function factsCard(frame: Frame, { source, kind }: SourceParts): Html {
  const { name, enabled, last_four, has_secret, created_at, last_used_at: used } = source
  return html`<section class="card" id="source" aria-labelledby="source-title"><div class="between">
<h2 id="source-title">${name}</h2>${hookBadge(enabled)}</div>${noticeAt(frame, 'source')}
<dl class="facts"><dt>Sender</dt><dd>${kind.title}</dd>
<dt>Address</dt><dd><code>pbh_…${last_four}</code></dd>
<dt>Secret</dt><dd>${has_secret ? 'set' : 'none: everybody who knows the address may send'}</dd>
<dt>Created</dt><dd>${timeTag(created_at, frame.now)}</dd>
<dt>Last used</dt><dd>${used === undefined ? 'never' : timeTag(used, frame.now)}</dd></dl>
${previousAddress(frame, source)}${previousSecret(frame, source)}</section>`
}

function previousAddress(frame: Frame, { previous_last_four: lastFour, previous_accepted_until: until }: Source): Part {
  if (lastFour === undefined || until === undefined || Date.parse(until) <= frame.now) return undefined
  return html`<p class="warning">The address before, <code>pbh_…${lastFour}</code>, is accepted for
<strong data-until="${until}">${timeLeft(until, frame.now)}</strong>, until ${exactTime(until)}.</p>`
}

function previousSecret(frame: Frame, { previous_secret_until: until }: Source): Part {
  if (until === undefined || Date.parse(until) <= frame.now) return undefined
  return html`<p class="warning">The secret before is accepted for
<strong data-until="${until}">${timeLeft(until, frame.now)}</strong>, until ${exactTime(until)}.</p>`
}

/** The errors of a form of the page, with what it sent. */
export type SettingsErrors = { errors: FormErrors; sent: SourceSettings }

/** Name, rules and allowed addresses. */
export function settingsCard(
  frame: Frame,
  { path, source, kind }: SourceParts,
  failed: SettingsErrors | undefined,
): Html {
  const stored = { name: source.name, rules: rulesText(source.rules), allow_ips: source.allow_ips.join('\n') }
  const settings = failed?.sent ?? stored
  const origin = source.default_rules ? `The rules are those of ${kind.title}.` : 'The rules are your own.'
  const form = html`${formProblem(failed?.errors)}${nameField(settings.name, failed?.errors)}
${rulesFields(settings, failed?.errors)}<button>Save the source</button>`
  return html`<section class="card" id="settings" aria-labelledby="settings-title"><h2 id="settings-title">Settings</h2>
${noticeAt(frame, 'settings')}<p class="hint">${origin} Changes count from the next delivery on.</p>
${postForm(frame, `${path}/change`, form, 'stack wide')}</section>`
}

export type RotationErrors = { address?: FormErrors; secret?: FormErrors }

/** A new address, and a new secret where the sender has one. `once` lets a form that is sent twice take effect once. */
export function rotationCard(
  frame: Frame,
  { path, source, kind }: SourceParts,
  { once, errors }: { once: string; errors: RotationErrors | undefined },
): Html {
  const grace = graceChoice({
    name: 'grace',
    label: `The address ending in ${source.last_four} stops`,
    confirmation: 'at-once',
    consequence: html`Whatever still sends to the old address is refused. ${lastUsed(source.last_used_at, frame.now)}`,
    errors: errors?.address,
  })
  const address = html`<h3>New address</h3><input type="hidden" name="once" value="${once}">
${formProblem(errors?.address)}${grace}<button>Rotate the address</button>`
  const hasSecret = kind.secret !== 'none' || source.has_secret
  return html`<section class="card" id="rotation" aria-labelledby="rotation-title">
<h2 id="rotation-title">Address${hasSecret && ' and secret'}</h2>${noticeAt(frame, 'rotation')}<div class="columns">
${postForm(frame, `${path}/rotate`, address)}
${hasSecret && secretForm(frame, { path, source, kind }, errors?.secret)}</div></section>`
}

function secretForm(frame: Frame, { path, source, kind }: SourceParts, errors: FormErrors | undefined): Html {
  const secret = field({
    name: 'secret',
    label: 'New secret',
    type: 'password',
    hint: secretHint(kind),
    errors,
    attributes: html`required maxlength="500" autocomplete="off" spellcheck="false"`,
  })
  const grace =
    source.has_secret &&
    graceChoice({
      name: 'secret-grace',
      label: 'The old secret stops',
      confirmation: 'secret-at-once',
      consequence: 'Deliveries that are signed with the old secret are refused.',
      errors,
    })
  const form = html`<h3>${source.has_secret ? 'New secret' : 'Set a secret'}</h3>
${formProblem(errors)}${secret}${grace}<button>${source.has_secret ? 'Change the secret' : 'Set the secret'}</button>`
  return postForm(frame, `${path}/secret`, form)
}

/** To disable or delete it. */
export function stopCard(frame: Frame, { path, source }: SourceParts): Html {
  const { enabled, name } = source
  const [action, value] = enabled ? ['Disable', '0'] : ['Enable', '1']
  const enabling = html`<input type="hidden" name="enabled" value="${value}">
<button>${action}<span class="unseen"> the source</span></button>`
  const removal = confirmed(frame, {
    action: `${path}/remove`,
    name: html`Delete<span class="unseen"> the source</span>`,
    consequence: html`${name} is deleted: its address stops working, and the URLs that it has remembered are forgotten.
${lastUsed(source.last_used_at, frame.now)}`,
    button: 'Delete permanently',
  })
  return html`<section class="card danger" id="stop" aria-labelledby="stop-title">
<h2 id="stop-title">${action} or delete</h2>
<p class="hint">While disabled, deliveries get 404 until you enable it again.</p>
<div class="row">${postForm(frame, `${path}/enabled`, enabling, '')}</div>${removal}</section>`
}
