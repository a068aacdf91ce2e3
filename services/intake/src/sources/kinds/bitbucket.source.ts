import { isTestEvent } from '../event-words.ts'
import { fieldAt, isObject, listAt, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import type { Push } from '../push.ts'
import type { Rule } from '../rules/rule.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, type Reading, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'bitbucket',
  title: 'Bitbucket',
  sends: 'Pushes, without the paths of files.',
  setUp: [
    'In the repository open Repository settings, Webhooks, Add webhook.',
    'URL: the address of this source. Secret: the secret of this source. Triggers: Repository push.',
    'The payload does not name the default branch: if yours is neither main nor master, add the rule ' +
      '`{"branch":"live"}`.',
  ],
  secret: 'signs',
  signed: '`X-Hub-Signature: sha256=<hex HMAC-SHA256 of the body>`, if the webhook has a secret.',
  results: [
    [
      '`repo:push` (Cloud) and `repo:refs_changed` (Data Center) to main or master, or the branch that a rule names',
      'a scan, because no files are named',
    ],
    ['a push of a tag or to another branch, `diagnostics:ping`', 'ignored'],
    ['other events', 'ignored, unless a rule names the event'],
  ],
  format: 'json',
  rules: [],
  sample: {
    headers: { 'X-Event-Key': 'repo:push' },
    body: { push: { changes: [{ new: { type: 'branch', name: 'main' } }] } },
  },
  verify: bodySignature({ header: 'x-hub-signature', encoding: 'hex', prefix: 'sha256=' }),
  eventOf: (headers, body) =>
    headers.get('x-event-key') ??
    textAt(body, 'eventKey') ??
    (fieldAt(body, 'push.changes') === undefined ? null : 'repo:push'),
  deliveryId: ({ headers }) => headers.get('x-request-uuid') ?? headers.get('x-request-id'),

  read({ event, body }, rules) {
    if (isTestEvent(event)) return ignored('ping')
    if (event === 'repo:push') return readChanges(body, 'push.changes', cloudPush, rules)
    if (event === 'repo:refs_changed') return readChanges(body, 'changes', serverPush, rules)
    return unknown(event)
  },
})

function readChanges(body: Json, at: string, toPush: (change: Json) => Push, rules: readonly Rule[]): Reading {
  const pushes = listAt(body, at).filter(isObject).map(toPush)
  const [first] = pushes
  if (first === undefined) return unmapped([at])
  // One push can move several branches: the one that is published decides.
  const named = rules.flatMap(({ branch }) => (branch === undefined ? [] : [branch]))
  const published = named.length > 0 ? named : ['main', 'master']
  const push = pushes.find(({ branch, isDeleted }) => !isDeleted && published.includes(branch ?? '')) ?? first
  return { type: 'push', push }
}

function cloudPush(change: Json): Push {
  const isDeleted = !isObject(fieldAt(change, 'new'))
  const side = isDeleted ? 'old' : 'new'
  const type = textAt(change, `${side}.type`) ?? 'branch'
  const isBranch = type === 'branch' || type === 'named_branch'
  return {
    branch: isBranch ? textAt(change, `${side}.name`) : undefined,
    defaultBranch: undefined,
    isDeleted,
    commits: undefined,
  }
}

function serverPush(change: Json): Push {
  const branch = textAt(change, 'ref.type') === 'TAG' ? undefined : textAt(change, 'ref.displayId')
  return { branch, defaultBranch: undefined, isDeleted: textAt(change, 'type') === 'DELETE', commits: undefined }
}
