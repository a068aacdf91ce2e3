import type { Key__Output as Key } from '@pagebell/protos/project/v1/Key'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { keyBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmed.ts'
import { copyButton } from '../parts/copy-button.ts'
import { empty } from '../parts/empty.ts'
import { choice, type FormErrors, field, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { noticeAt } from '../parts/notice.ts'
import { table } from '../parts/table.ts'
import { exactTime, timeTag } from '../parts/time.ts'
import { lastUsed } from '../parts/used.ts'

/** What a key may do, in words. */
export const scopes = [
  ['reports:read', 'Read reports'],
  ['reports:write', 'Create, change and delete reports'],
  ['projects:read', 'Read projects and deliveries'],
  ['projects:write', 'Create and delete projects'],
  ['hooks:write', 'Manage webhooks'],
] as const

export const lifetimes = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

type Sent = { name: string; scopes: string[]; expires: string | undefined }

type Shown = {
  keys: Key[]
  made?: { key: string; name: string } | undefined
  errors?: FormErrors | undefined
  /** What was typed into a form that was refused. */
  sent?: Sent
}

export function keysPage(frame: Frame, { keys, made, errors, sent }: Shown): Html {
  return page(frame, {
    title: 'API keys',
    lead: html`For programs that call the <a href="/docs">API</a>. Give each program a key of its own with only the permissions it needs.`,
    body: html`<div class="sections">${made !== undefined && newKey(made)}
<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>${postForm(
      frame,
      '/keys',
      html`${formProblem(errors)}${field({ name: 'name', label: 'Name', value: sent?.name, errors, hint: 'What uses the key, such as “Deploy hook of shop.example”.', attributes: html`required maxlength="80" autocomplete="off"` })}
<fieldset class="wide"><legend>Permissions</legend><div class="choices">${scopes.map(
        ([scope, words]) =>
          html`<label class="check"><input type="checkbox" name="${scope}" value="1"${(sent?.scopes ?? ['reports:read']).includes(scope) && html` checked`}><span>${words} <code class="hint">${scope}</code></span></label>`,
      )}</div></fieldset>${choice('expires', 'Expiration', sent?.expires ?? '', lifetimes)}<button class="main">Create key</button>`,
    )}</section>
<section class="stack-wide" aria-labelledby="keys"><h2 id="keys">Your keys</h2>${noticeAt(frame, 'keys')}<div class="card flush">${keys.length === 0 ? empty('keys', 'No key yet', 'Create the first one above.') : keyTable(frame, keys)}</div></section></div>`,
  })
}

const newKey = ({ key, name }: { key: string; name: string }): Html =>
  html`<section class="card" role="status" aria-labelledby="made"><h2 id="made">Your new key “${name}”</h2><p>Copy the key now: it is shown only once.</p>
<div class="secret"><code id="new-key" tabindex="0" autofocus>${key}</code>${copyButton('new-key', 'API key', 'main')}</div></section>`

function keyTable(frame: Frame, keys: Key[]): Html {
  const isExpired = ({ expires_at }: Key): boolean => expires_at !== undefined && Date.parse(expires_at) <= frame.now
  return table(
    'Your keys',
    [
      {
        name: 'Key',
        kind: 'main',
        cell: (key: Key) =>
          html`<strong>${key.name ?? 'Unnamed key'}</strong><span class="two"><code>pbk_…${key.last_four}</code> · ${key.scopes.join(', ')}</span>`,
      },
      {
        name: 'State',
        cell: (key: Key) =>
          html`${keyBadge({ revoked: key.revoked_at !== undefined, expired: isExpired(key) })}${key.expires_at !== undefined && key.revoked_at === undefined && html`<span class="two">until ${exactTime(key.expires_at)}</span>`}`,
      },
      { name: 'Created', cell: (key: Key) => timeTag(key.created_at, frame.now) },
      {
        name: 'Last used',
        cell: (key: Key) => (key.last_used_at === undefined ? 'never' : timeTag(key.last_used_at, frame.now)),
      },
      {
        name: 'Actions',
        kind: 'end',
        cell: (key: Key) =>
          key.revoked_at === undefined &&
          confirmed(frame, {
            action: `/keys/${key.key_id}/revoke`,
            name: html`Revoke<span class="unseen"> ${key.name ?? `the key ending in ${key.last_four}`}</span>`,
            consequence: html`Requests with the key ending in ${key.last_four} are refused. ${lastUsed(key.last_used_at, frame.now)}`,
            button: 'Revoke permanently',
            small: true,
          }),
      },
    ],
    keys,
  )
}
