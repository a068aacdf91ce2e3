import type { Key__Output as Key } from '@pagebell/protos/project/v1/Key'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { keyBadge } from '../parts/badge.ts'
import { empty } from '../parts/empty.ts'
import { choice, type FormErrors, formProblem, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { table } from '../parts/table.ts'
import { exactTime, timeTag } from '../parts/time.ts'

/** What a key may do, in words. */
export const scopes = [
  ['reports:read', 'Read reports'],
  ['reports:write', 'Make, change and delete reports'],
  ['projects:read', 'Read projects and deliveries'],
  ['projects:write', 'Make and delete projects'],
  ['hooks:write', 'Manage webhooks'],
] as const

export const lifetimes = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

type Shown = { keys: Key[]; made?: { key: string } | undefined; errors?: FormErrors | undefined }

export function keysPage(frame: Frame, { keys, made, errors }: Shown): Html {
  return page(frame, {
    title: 'API keys',
    lead: html`For programs that call the <a href="/docs">API</a>. Each one has its own, with no more rights than it needs.`,
    body: html`<div class="sections">${made !== undefined && newKey(made.key)}
<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>${postForm(
      frame,
      '/keys',
      html`${formProblem(errors)}<fieldset class="wide"><legend>What it may do</legend><div class="choices">${scopes.map(
        ([scope, words]) =>
          html`<label class="check"><input type="checkbox" name="${scope}" value="1"${scope === 'reports:read' && html` checked`}><span>${words} <code class="hint">${scope}</code></span></label>`,
      )}</div></fieldset>${choice('expires', 'It expires', '', lifetimes)}<button class="main">Create the key</button>`,
    )}</section>
<section class="stack-wide" aria-labelledby="keys"><h2 id="keys">Your keys</h2><div class="card flush">${keys.length === 0 ? empty('keys', 'No key yet', 'Create the first one above.') : keyTable(frame, keys)}</div></section></div>`,
  })
}

const newKey = (key: string): Html =>
  html`<section class="card" role="status" aria-labelledby="made"><h2 id="made">Your new key</h2><p>It is shown this once: copy it now.</p>
<div class="secret"><code id="new-key" tabindex="0">${key}</code><button type="button" class="main" data-copy="new-key">Copy</button></div></section>`

function keyTable(frame: Frame, keys: Key[]): Html {
  const isExpired = ({ expires_at }: Key): boolean => expires_at !== undefined && Date.parse(expires_at) <= frame.now
  return table(
    'Your keys',
    [
      {
        name: 'Key',
        kind: 'main',
        cell: (key: Key) => html`<code>pbk_…${key.last_four}</code><span class="two">${key.scopes.join(', ')}</span>`,
      },
      {
        name: 'State',
        cell: (key: Key) =>
          html`${keyBadge({ revoked: key.revoked_at !== undefined, expired: isExpired(key) })}${key.expires_at !== undefined && key.revoked_at === undefined && html`<span class="two">until ${exactTime(key.expires_at)}</span>`}`,
      },
      { name: 'Made', cell: (key: Key) => timeTag(key.created_at, frame.now) },
      {
        name: 'Last used',
        cell: (key: Key) => (key.last_used_at === undefined ? 'never' : timeTag(key.last_used_at, frame.now)),
      },
      {
        name: '',
        kind: 'end',
        cell: (key: Key) =>
          key.revoked_at === undefined &&
          postForm(
            frame,
            `/keys/${key.key_id}/revoke`,
            html`<button class="small danger">Revoke<span class="unseen"> the key ending in ${key.last_four}</span></button>`,
            '',
          ),
      },
    ],
    keys,
  )
}
