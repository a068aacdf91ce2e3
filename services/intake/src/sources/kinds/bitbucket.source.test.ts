import { fixture, withFields } from '../../../test/given-delivery.ts'
import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import bitbucket from './bitbucket.source.ts'

const push = fixture('bitbucket/repo-push.json')
const main = withFields(push, { 'push.changes.0.new.name': 'main' })
const headers = { 'X-Event-Key': 'repo:push', 'X-Request-UUID': '1' }
const server = {
  eventKey: 'repo:refs_changed',
  changes: [{ ref: { id: 'refs/heads/master', displayId: 'master', type: 'BRANCH' }, type: 'UPDATE' }],
}

specifySource(
  bitbucket,
  {
    publish: [
      [
        { headers, body: main },
        { verdict: 'scan', event: 'repo:push', reason: 'push to branch main' },
      ],
      [{ headers, body: push, rules: [{ branch: 'name-of-branch' }] }, { verdict: 'scan' }],
      [{ body: server }, { verdict: 'scan', event: 'repo:refs_changed', reason: 'push to branch master' }],
    ],
    draft: [
      [
        { headers, body: push },
        { verdict: 'ignored', reason: 'push to branch name-of-branch' },
      ],
      [
        { headers, body: withFields(main, { 'push.changes.0.new.type': 'tag' }) },
        { verdict: 'ignored', reason: 'push of a tag' },
      ],
      [{ body: withFields(server, { 'changes.0.ref.type': 'TAG' }) }, { verdict: 'ignored', reason: 'push of a tag' }],
    ],
    delete: [
      [
        {
          headers,
          body: withFields(withFields(push, { 'push.changes.0.old.name': 'main' }), { 'push.changes.0.new': null }),
        },
        { verdict: 'ignored', reason: 'branch main was deleted' },
      ],
      [
        { body: withFields(server, { 'changes.0.type': 'DELETE' }) },
        { verdict: 'ignored', reason: 'branch master was deleted' },
      ],
    ],
    rename: 'no files are named',
    unpublish: 'a repository has no drafts',
    ping: [
      { headers: { 'X-Event-Key': 'diagnostics:ping' }, body: { test: true } },
      { verdict: 'ignored', reason: 'ping' },
    ],
    unknownEvent: [
      { headers: { 'X-Event-Key': 'pullrequest:created' }, body: {} },
      { verdict: 'ignored', reason: 'pullrequest:created names no page' },
    ],
    missingField: [
      { headers, body: withFields(push, { 'push.changes': undefined }) },
      { verdict: 'unmapped', missing: ['push.changes'] },
    ],
    otherHost: 'no URLs are named',
    more: {
      'several branches in one push': [
        {
          headers,
          body: withFields(push, {
            'push.changes': [{ new: { type: 'branch', name: 'x' } }, { new: { type: 'branch', name: 'master' } }],
          }),
        },
        { verdict: 'scan', reason: 'push to branch master' },
      ],
    },
  },
  bodyHmac('X-Hub-Signature', 'sha256='),
)
