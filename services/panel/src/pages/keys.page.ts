import { type Html, html, type Part } from '@pagebell/html/template'
import type { Key__Output as Key } from '@pagebell/protos/project/v1/project'
import type { FormErrors } from '../forms/form-result.ts'
import { exactTime, lastUsed, timeTag } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { keyBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmation.ts'
import { choice, field, formProblem, postForm, secretToCopy } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { empty, table } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

/** The permissions of a key, with their labels. */
export const scopes = [
  ['reports:read', 'Read reports'],
  ['reports:write', 'Create, change and delete reports'],
  ['projects:read', 'Read projects and deliveries'],
  ['projects:write', 'Create and delete projects'],
  ['hooks:write', 'Manage webhooks'],
] as const

const lifetimes = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

type NewKey = { key: string; name: string }

/** The fields of a refused form, to be filled in again. */
type SentKey = { name: string; scopes: string[]; expires: string | undefined }

type KeysPage = { keys: Key[]; created?: NewKey | undefined; errors?: FormErrors | undefined; sent?: SentKey }

export function keysPage(frame: Frame, { keys, created, errors, sent }: KeysPage): Html {
  return page(frame, {
    title: 'API keys',
    lead: html`For programs that call the <a href="/docs">API</a>. Give each program its own key with only the
permissions it needs.`,
    body: html`<div class="sections">${created !== undefined && createdCard(created)}
<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>${newKeyForm(frame, errors, sent)}</section>
<section class="stack-wide" aria-labelledby="keys"><h2 id="keys">Your keys</h2>${noticeAt(frame, 'keys')}
<div class="card flush">
${keys.length === 0 ? empty('keys', 'No key yet', 'Create the first one above.') : keyTable(frame, keys)}</div>
</section></div>`,
  })
}

const createdCard = ({ key, name }: NewKey): Html =>
  html`<section class="card" role="status" aria-labelledby="made"><h2 id="made">Your new key “${name}”</h2>
<p>Copy the key now: it is shown only once.</p>
${secretToCopy('new-key', key, 'API key')}</section>`

function newKeyForm(frame: Frame, errors: FormErrors | undefined, sent: SentKey | undefined): Html {
  const name = field({
    name: 'name',
    label: 'Name',
    value: sent?.name,
    errors,
    hint: 'What uses the key, such as “Deploy hook of shop.example”.',
    attributes: html`required maxlength="80" autocomplete="off"`,
  })
  const chosen: readonly string[] = sent?.scopes ?? ['reports:read']
  const boxes = scopes.map(([scope, text]) => {
    const box = html`<input type="checkbox" name="${scope}" value="1"${chosen.includes(scope) && html` checked`}>`
    return html`<label class="check">${box}<span>${text} <code class="hint">${scope}</code></span></label>`
  })
  const form = html`${formProblem(errors)}${name}
<fieldset class="wide"><legend>Permissions</legend><div class="choices">${boxes}</div></fieldset>
${choice('expires', 'Expiration', sent?.expires ?? '', lifetimes)}<button class="main">Create key</button>`
  return postForm(frame, '/keys', form)
}

const keyTable = (frame: Frame, keys: Key[]): Html =>
  table<Key>(
    'Your keys',
    [
      {
        name: 'Key',
        kind: 'main',
        cell: ({ name, last_four, scopes: granted }) =>
          html`<strong>${name ?? 'Unnamed key'}</strong>
<span class="two"><code>pbk_…${last_four}</code> · ${granted.join(', ')}</span>`,
      },
      { name: 'State', cell: (key) => keyState(frame, key) },
      { name: 'Created', cell: ({ created_at }) => timeTag(created_at, frame.now) },
      {
        name: 'Last used',
        cell: ({ last_used_at: used }) => (used === undefined ? 'never' : timeTag(used, frame.now)),
      },
      { name: 'Actions', kind: 'end', cell: (key) => key.revoked_at === undefined && revocation(frame, key) },
    ],
    keys,
  )

function keyState({ now }: Frame, { revoked_at, expires_at }: Key): Html {
  const badge = keyBadge({
    revoked: revoked_at !== undefined,
    expired: expires_at !== undefined && Date.parse(expires_at) <= now,
  })
  const until = expires_at !== undefined && revoked_at === undefined
  return html`${badge}${until && html`<span class="two">until ${exactTime(expires_at)}</span>`}`
}

const revocation = (frame: Frame, { key_id, name, last_four, last_used_at }: Key): Part =>
  confirmed(frame, {
    action: `/keys/${key_id}/revoke`,
    name: html`Revoke<span class="unseen"> ${name ?? `the key ending in ${last_four}`}</span>`,
    consequence: html`Requests with the key ending in ${last_four} are refused. ${lastUsed(last_used_at, frame.now)}`,
    button: 'Revoke permanently',
    small: true,
  })

const listKeys: Route = (app, tools) => {
  app.get('/keys', async (request, reply) => {
    const { keys } = await tools.clients.accounts.listKeys({ account_id: accountOf(request) })
    return sendPage(reply, keysPage(frameOf(request, reply, tools), { keys }))
  })
}

export default signedInRoutes(listKeys)
