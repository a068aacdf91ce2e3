import { fieldAt } from '../json-field.ts'
import { readPush } from '../push.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { anyOf } from '../signatures/verifier.ts'
import { defineSource, unknown, unmapped } from '../source.ts'

const eventHeaders = ['x-gitea-event', 'x-forgejo-event', 'x-gogs-event', 'x-github-event']
const deliveryHeaders = ['x-gitea-delivery', 'x-forgejo-delivery', 'x-gogs-delivery', 'x-github-delivery']

export default defineSource({
  kind: 'gitea',
  title: 'Gitea, Forgejo and Gogs',
  sends: 'Pushes with the paths of changed files.',
  setUp: [
    'In the repository open Settings, Webhooks, Add webhook, Gitea (or Forgejo, Gogs).',
    'Target URL: the address of this source. Secret: the secret of this source. Trigger on: Push events.',
  ],
  secret: 'signs',
  signed:
    '`X-Gitea-Signature: <hex HMAC-SHA256 of the body>`; Forgejo and Gogs have headers with their names, newer ' +
    'versions also `X-Hub-Signature-256`.',
  results: [
    [
      '`push` to the default branch, or the branch that a rule names',
      'the URLs of changed files by path rules; a scan without rules, or if the commits name no files, as with Gogs',
    ],
    ['`push` of a tag or to another branch', 'ignored'],
    ['other events', 'ignored, unless a rule names the event'],
  ],
  format: 'json',
  rules: [],
  sample: {
    headers: { 'X-Gitea-Event': 'push' },
    body: {
      ref: 'refs/heads/main',
      repository: { default_branch: 'main' },
      commits: [{ added: [], modified: ['content/hello.md'], removed: [] }],
    },
  },
  verify: anyOf(
    ...['gitea', 'forgejo', 'gogs'].map((name) => bodySignature({ header: `x-${name}-signature`, encoding: 'hex' })),
    bodySignature({ header: 'x-hub-signature-256', encoding: 'hex', prefix: 'sha256=' }),
  ),
  eventOf: (headers, body) =>
    eventHeaders.map((name) => headers.get(name)).find((event) => event !== undefined) ??
    (fieldAt(body, 'ref') !== undefined && fieldAt(body, 'commits') !== undefined ? 'push' : null),
  deliveryId: ({ headers }) => deliveryHeaders.map((name) => headers.get(name)).find((id) => id !== undefined),

  read({ event, body }) {
    if (event !== 'push') return unknown(event)
    const push = readPush(body)
    return push === undefined ? unmapped(['ref']) : { type: 'push', push }
  },
})
