import { fixture, withFields } from '../../../test/given-delivery.ts'
import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import gitea from './gitea.source.ts'

const push = fixture('gitea/push.json')
const rules = [{ glob: 'site/**', url: '/{path|strip:site/|strip_ext}' }]
/** Gitea lists the newest commit first. */
const two = withFields(push, {
  after: 'c2',
  total_commits: 2,
  commits: [
    { id: 'c2', added: [], removed: ['site/a.html'], modified: [] },
    { id: 'c1', added: ['site/a.html', 'site/b.html'], removed: [], modified: [] },
  ],
})
const headers = { 'X-Gitea-Event': 'push', 'X-Gitea-Delivery': '1' }

specifySource(
  gitea,
  {
    publish: [
      [
        { headers, body: push },
        { verdict: 'scan', event: 'push', reason: 'push to branch master' },
      ],
      [
        { headers, body: two, rules },
        { verdict: 'urls', urls: ['delete https://example.com/a', 'update https://example.com/b'] },
      ],
      [{ headers: { 'X-Forgejo-Event': 'push' }, body: push }, { verdict: 'scan' }],
    ],
    draft: [
      [
        { headers, body: withFields(push, { ref: 'refs/heads/draft' }) },
        { verdict: 'ignored', reason: 'push to branch draft' },
      ],
      [
        { headers, body: withFields(push, { ref: 'refs/tags/v1' }) },
        { verdict: 'ignored', reason: 'push of a tag' },
      ],
    ],
    rename: [
      {
        headers,
        body: withFields(push, { commits: [{ id: 'x', added: ['site/d.html'], removed: ['site/c.html'] }] }),
        rules,
      },
      { verdict: 'urls', urls: ['delete https://example.com/c', 'update https://example.com/d'] },
    ],
    delete: [
      { headers, body: withFields(push, { commits: [{ id: 'x', removed: ['site/c.html'] }] }), rules },
      { verdict: 'urls', urls: ['delete https://example.com/c'] },
    ],
    unpublish: 'a repository has no drafts',
    ping: 'a test by Gitea is a push with the newest commit',
    unknownEvent: [
      { headers: { 'X-Gitea-Event': 'issues' }, body: {} },
      { verdict: 'ignored', reason: 'issues names no page' },
    ],
    missingField: [
      { headers, body: withFields(push, { ref: undefined }) },
      { verdict: 'unmapped', missing: ['ref'] },
    ],
    otherHost: [
      { headers, body: two, rules: [{ glob: '**', url: 'https://example.org/{path}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
    more: {
      'Gogs, which names no files': [
        {
          headers: { 'X-Gogs-Event': 'push' },
          body: withFields(push, { commits: [{ id: 'x', message: 'Add' }] }),
          rules,
        },
        { verdict: 'scan', reason: 'the files of the push are not all listed' },
      ],
      'a body without headers': [{ body: push }, { verdict: 'scan', event: 'push' }],
    },
  },
  bodyHmac('X-Gitea-Signature'),
)
