import { sign } from '@octokit/webhooks-methods'
import { fixture, withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import github from './github.source.ts'

const commit = (id: string, files: object) => ({ id, added: [], removed: [], modified: [], ...files })
const push = {
  ref: 'refs/heads/main',
  after: 'c2',
  deleted: false,
  forced: false,
  commits: [
    commit('c1', { added: ['content/blog/index.md', 'content/old.md', 'src/main.ts'], modified: ['content/a b.md'] }),
    commit('c2', { added: ['content/new.md'], removed: ['content/old.md', 'content/gone.md'] }),
  ],
  repository: { default_branch: 'main' },
}
const rules = [{ glob: 'content/**/*.md', url: '/{path|strip:content/|strip_ext|index}/' }]
const headers = (event: string) => ({ 'X-GitHub-Event': event, 'X-GitHub-Delivery': '1' })
const deployment = fixture('github/deployment_status.json')
const build = fixture('github/page_build.json')

specifySource(
  github,
  {
    publish: [
      [
        { headers: headers('push'), body: push, rules },
        {
          verdict: 'urls',
          event: 'push',
          urls: [
            'update https://example.com/blog/',
            'delete https://example.com/old/',
            'update https://example.com/a%20b/',
            'delete https://example.com/gone/',
            'update https://example.com/new/',
          ],
        },
      ],
      [
        { headers: headers('push'), body: push },
        { verdict: 'scan', reason: 'push to branch main' },
      ],
      [
        { headers: headers('deployment_status'), body: deployment },
        { verdict: 'scan', reason: 'deployment to production' },
      ],
      [
        { headers: headers('page_build'), body: build },
        { verdict: 'scan', reason: 'page_build built' },
      ],
    ],
    draft: [
      [
        { headers: headers('push'), body: { ...push, ref: 'refs/heads/draft' }, rules },
        { verdict: 'ignored', reason: 'push to branch draft' },
      ],
      [
        { headers: headers('push'), body: fixture('github/push.json'), rules },
        { verdict: 'ignored', reason: 'push of a tag' },
      ],
      [
        {
          headers: headers('deployment_status'),
          body: withFields(deployment, { 'deployment_status.environment': 'preview' }),
        },
        { verdict: 'ignored', reason: 'deployment to preview' },
      ],
      [
        {
          headers: headers('deployment_status'),
          body: withFields(deployment, { 'deployment_status.state': 'pending' }),
        },
        { verdict: 'ignored', reason: 'deployment_status is pending' },
      ],
      [
        { headers: headers('page_build'), body: withFields(build, { 'build.status': 'errored' }) },
        { verdict: 'ignored', reason: 'page_build errored' },
      ],
      [
        { headers: headers('push'), body: { ...push, deleted: true }, rules },
        { verdict: 'ignored', reason: 'branch main was deleted' },
      ],
    ],
    rename: [
      [
        {
          headers: headers('push'),
          body: { ...push, commits: [commit('c2', { removed: ['content/a.md'], added: ['content/b.md'] })] },
          rules,
        },
        { verdict: 'urls', urls: ['delete https://example.com/a/', 'update https://example.com/b/'] },
      ],
      [
        {
          headers: headers('push'),
          body: { ...push, commits: [commit('c2', { removed: ['content/a.md'], added: ['content/a/index.md'] })] },
          rules,
        },
        { verdict: 'urls', urls: ['update https://example.com/a/'] },
      ],
    ],
    delete: [
      {
        headers: headers('push'),
        body: {
          ...push,
          commits: [commit('c1', { added: ['content/a.md'] }), commit('c2', { removed: ['content/a.md'] })],
        },
        rules,
      },
      { verdict: 'urls', urls: ['delete https://example.com/a/'] },
    ],
    unpublish: 'a repository has no drafts',
    ping: [
      { headers: headers('ping'), body: { zen: 'Keep it logically awesome.' } },
      { verdict: 'ignored', reason: 'ping' },
    ],
    unknownEvent: [
      [
        { headers: headers('release'), body: { action: 'published' } },
        { verdict: 'ignored', reason: 'release names no page' },
      ],
      [{ headers: headers('workflow_run'), body: { action: 'completed' } }, { verdict: 'ignored' }],
      [
        {
          headers: headers('release'),
          body: { release: { tag_name: 'v1' } },
          rules: [{ when: { event: 'release' }, url: '/releases/{release.tag_name}' }],
        },
        { verdict: 'urls', urls: ['update https://example.com/releases/v1'] },
      ],
    ],
    missingField: [
      [
        { headers: headers('push'), body: { commits: [] } },
        { verdict: 'unmapped', missing: ['ref'] },
      ],
      [
        { headers: headers('deployment_status'), body: { deployment: { environment: 'production' } } },
        { verdict: 'unmapped', missing: ['deployment_status.state'] },
      ],
      [
        { headers: headers('page_build'), body: {} },
        { verdict: 'unmapped', missing: ['build.status'] },
      ],
    ],
    otherHost: [
      { headers: headers('push'), body: push, rules: [{ glob: '**', url: 'https://example.org/{path}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
    more: {
      'a forced push': [{ headers: headers('push'), body: { ...push, forced: true }, rules }, { verdict: 'scan' }],
      'a push without commits': [
        { headers: headers('push'), body: { ...push, commits: [] }, rules },
        { verdict: 'scan' },
      ],
      'a branch that a rule names': [
        {
          headers: headers('push'),
          body: { ...push, ref: 'refs/heads/live' },
          rules: [{ ...rules[0], url: '/x', branch: 'live' }],
        },
        { verdict: 'urls', urls: ['update https://example.com/x'] },
      ],
      'another branch than a rule names': [
        { headers: headers('push'), body: push, rules: [{ branch: 'live' }] },
        { verdict: 'ignored', reason: 'push to branch main' },
      ],
      'an environment that a rule names': [
        {
          headers: headers('deployment_status'),
          body: withFields(deployment, { 'deployment_status.environment': 'www' }),
          rules: [{ environment: 'WWW' }],
        },
        { verdict: 'scan' },
      ],
      'production beside an environment that a rule names': [
        { headers: headers('deployment_status'), body: deployment, rules: [{ environment: 'www' }] },
        { verdict: 'ignored' },
      ],
      'the environment of GitHub Pages': [
        {
          headers: headers('deployment_status'),
          body: withFields(deployment, { 'deployment_status.environment': 'github-pages' }),
        },
        { verdict: 'scan' },
      ],
      'more files than 2,048': [
        {
          headers: headers('push'),
          body: {
            ...push,
            commits: [commit('c2', { added: Array.from({ length: 2_049 }, (_, index) => `content/${index}.md`) })],
          },
          rules,
        },
        { verdict: 'scan', reason: 'more than 2048 files' },
      ],
      'no file of a rule': [
        { headers: headers('push'), body: { ...push, commits: [commit('c2', { added: ['src/main.ts'] })] }, rules },
        { verdict: 'ignored', reason: 'no rule matches a changed file' },
      ],
      'a form with the payload': [
        {
          headers: { ...headers('push'), 'content-type': 'application/x-www-form-urlencoded' },
          body: `payload=${encodeURIComponent(JSON.stringify(push))}`,
        },
        { verdict: 'scan' },
      ],
      'a body without headers': [{ body: deployment }, { verdict: 'scan', event: 'deployment_status' }],
    },
  },
  { sign: async ({ body }, secret) => ({ 'X-Hub-Signature-256': await sign(secret, body) }) },
)
