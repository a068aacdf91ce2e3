import { fixture, recorded, withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import gitlab from './gitlab.source.ts'

const push = fixture('gitlab/push.json')
const files = withFields(push, {
  total_commits_count: 2,
  commits: [
    { id: 'a', added: ['content/a.md'], modified: [], removed: [] },
    { id: push['after'] ?? '', added: [], modified: ['content/b.md'], removed: ['content/a.md'] },
  ],
})
const rules = [{ glob: 'content/*.md', url: 'https://{project}/{path|strip:content/|strip_ext}' }]
const deployment = withFields(fixture('gitlab/deployment.json'), { environment: 'production' })
const pipeline = fixture('gitlab/pipeline.json')
const wiki = {
  object_kind: 'wiki_page',
  object_attributes: { slug: 'home', url: 'https://example.com/g/p/-/wikis/home', action: 'update' },
}
const headers = (event: string) => ({ 'X-Gitlab-Event': `${event} Hook` })

specifySource(
  gitlab,
  {
    publish: [
      [
        { headers: headers('Push'), body: files, rules },
        { verdict: 'urls', event: 'Push Hook', urls: ['delete https://example.com/a', 'update https://example.com/b'] },
      ],
      [
        { headers: headers('Push'), body: push },
        { verdict: 'scan', reason: 'push to branch master' },
      ],
      [{ body: deployment }, { verdict: 'scan', event: 'deployment' }],
      [{ headers: headers('Pipeline'), body: pipeline }, { verdict: 'scan' }],
      [
        { headers: headers('Wiki Page'), body: wiki },
        { verdict: 'urls', urls: ['update https://example.com/g/p/-/wikis/home'] },
      ],
    ],
    draft: [
      [
        { headers: headers('Push'), body: withFields(push, { ref: 'refs/heads/draft' }) },
        { verdict: 'ignored', reason: 'push to branch draft' },
      ],
      [
        { body: withFields(deployment, { status: 'running' }) },
        { verdict: 'ignored', reason: 'deployment is running' },
      ],
      [
        { body: withFields(deployment, { environment: 'review/feature-1' }) },
        { verdict: 'ignored', reason: 'deployment to review/feature-1' },
      ],
      [{ body: withFields(deployment, { environment_tier: 'development' }) }, { verdict: 'ignored' }],
      [
        { body: withFields(pipeline, { 'object_attributes.status': 'failed' }) },
        { verdict: 'ignored', reason: 'pipeline is failed' },
      ],
      [
        { body: withFields(pipeline, { 'object_attributes.ref': 'feature' }) },
        { verdict: 'ignored', reason: 'pipeline of branch feature' },
      ],
      [
        { body: withFields(pipeline, { 'object_attributes.tag': true }) },
        { verdict: 'ignored', reason: 'pipeline of a tag' },
      ],
      [
        { headers: headers('Tag Push'), body: withFields(push, { object_kind: 'tag_push', ref: 'refs/tags/v1' }) },
        { verdict: 'ignored', reason: 'push of a tag' },
      ],
    ],
    rename: [
      {
        headers: headers('Push'),
        body: withFields(files, {
          commits: [{ id: 'a', added: ['content/d.md'], removed: ['content/c.md'] }],
          total_commits_count: 1,
        }),
        rules,
      },
      { verdict: 'urls', urls: ['delete https://example.com/c', 'update https://example.com/d'] },
    ],
    delete: [
      { headers: headers('Wiki Page'), body: withFields(wiki, { 'object_attributes.action': 'delete' }) },
      { verdict: 'urls', urls: ['delete https://example.com/g/p/-/wikis/home'] },
    ],
    unpublish: 'a repository has no drafts',
    ping: 'a test by GitLab is a delivery with the newest data',
    unknownEvent: [
      [recorded('gitlab/release.with-headers.json'), { verdict: 'ignored', event: 'Release Hook' }],
      [{ body: { object_kind: 'note' } }, { verdict: 'ignored', reason: 'note names no page' }],
    ],
    missingField: [
      [
        { headers: headers('Push'), body: withFields(push, { ref: undefined }) },
        { verdict: 'unmapped', missing: ['ref'] },
      ],
      [{ body: { object_kind: 'deployment' } }, { verdict: 'unmapped', missing: ['status', 'environment'] }],
      [
        { body: { object_kind: 'pipeline', object_attributes: {} } },
        { verdict: 'unmapped', missing: ['object_attributes.status', 'object_attributes.ref'] },
      ],
    ],
    otherHost: [
      { headers: headers('Wiki Page'), body: withFields(wiki, { 'object_attributes.url': 'https://gitlab.com/g/p' }) },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
    more: {
      'commits that are not all listed': [
        { headers: headers('Push'), body: withFields(files, { total_commits_count: 21 }), rules },
        { verdict: 'scan', reason: 'the files of the push are not all listed' },
      ],
      'a new branch without commits': [
        { headers: headers('Push'), body: withFields(files, { total_commits_count: 0, commits: [] }), rules },
        { verdict: 'scan' },
      ],
      'a deleted branch': [
        { headers: headers('Push'), body: withFields(files, { after: '0'.repeat(40) }), rules },
        { verdict: 'ignored', reason: 'branch master was deleted' },
      ],
      'an environment that a rule names': [
        { body: withFields(deployment, { environment: 'staging' }), rules: [{ environment: 'production' }] },
        { verdict: 'ignored' },
      ],
    },
  },
  { isOfBody: false, sign: (_request, secret) => ({ 'X-Gitlab-Token': secret }) },
)
