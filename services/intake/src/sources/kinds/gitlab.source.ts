import { isDefaultBranch, namedEnvironments } from '../deployments.ts'
import { fieldAt, firstText, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { readPush } from '../push.ts'
import type { Rule } from '../rules/rule.ts'
import { gitlabToken } from '../signatures/bearer-secret.ts'
import { standardHeader, standardWebhooksSignature } from '../signatures/standard-webhooks.ts'
import { anyOf } from '../signatures/verifier.ts'
import { defineSource, ignored, page, type Reading, scan, unknown, unmapped } from '../source.ts'

/** Tiers of environments that no visitor sees. */
const privateTiers = ['staging', 'testing', 'development']

export default defineSource({
  kind: 'gitlab',
  title: 'GitLab',
  sends: 'Pushes with the paths of changed files, pipelines and deployments.',
  setUp: [
    'In the project open Settings, Webhooks, Add new webhook.',
    'URL: the address of this source. Secret token: the secret of this source, or the signing token that GitLab shows.',
    'Trigger: Deployment events if the project deploys to an environment, otherwise Pipeline events or Push events.',
  ],
  secret: 'sends',
  signed:
    'Nothing: `X-Gitlab-Token` is the secret itself. With a signing token, `webhook-signature` as in Standard ' +
    'Webhooks.',
  results: [
    [
      '`push` to the default branch, or the branch that a rule names',
      'the URLs of changed files by path rules; a scan without rules, or if GitLab lists only some of the commits',
    ],
    ['`tag_push`, or a push to another branch', 'ignored'],
    [
      '`deployment` `success`',
      'a scan, unless the environment is a review app or its tier is staging, testing or development',
    ],
    ['`pipeline` `success` on the default branch', 'a scan'],
    ['`wiki_page`', 'its URL, if it is on the host of the project'],
    ['other events', 'ignored, unless a rule names the event'],
  ],
  format: 'json',
  rules: [{ when: { object_kind: 'wiki_page' }, url: '{object_attributes.url}', id: 'wiki/{object_attributes.slug}' }],
  sample: {
    headers: { 'X-Gitlab-Event': 'Push Hook' },
    body: {
      object_kind: 'push',
      ref: 'refs/heads/main',
      project: { default_branch: 'main' },
      commits: [{ added: [], modified: ['content/hello.md'], removed: [] }],
    },
  },
  verify: anyOf(gitlabToken, standardWebhooksSignature),
  eventOf: (headers, body) => headers.get('x-gitlab-event') ?? firstText(body, ['object_kind', 'event_name']) ?? null,
  deliveryId: ({ headers }) =>
    headers.get('idempotency-key') ?? standardHeader(headers, 'id') ?? headers.get('x-gitlab-event-uuid'),

  read({ event, body }, rules) {
    switch (firstText(body, ['object_kind', 'event_name']) ?? kindOfEvent(event)) {
      case 'push':
      case 'tag_push': {
        const push = readPush(body)
        return push === undefined ? unmapped(['ref']) : { type: 'push', push }
      }
      case 'deployment':
        return readDeployment(body, rules)
      case 'pipeline':
        return readPipeline(body)
      case 'wiki_page':
        return page({ action: textAt(body, 'object_attributes.action') === 'delete' ? 'delete' : 'update' })
      default:
        return unknown(event)
    }
  },
})

/** `Tag Push Hook` as `tag_push`. */
const kindOfEvent = (event: string | null): string =>
  (event ?? '').toLowerCase().replace(' hook', '').replaceAll(' ', '_')

function readDeployment(body: Json, rules: readonly Rule[]): Reading {
  const [status, environment] = [textAt(body, 'status'), textAt(body, 'environment')]
  if (status === undefined || environment === undefined) {
    return unmapped([
      ...(status === undefined ? ['status'] : []),
      ...(environment === undefined ? ['environment'] : []),
    ])
  }
  const named = namedEnvironments(rules)
  const tier = textAt(body, 'environment_tier') ?? ''
  const isPublic =
    named.length > 0
      ? named.includes(environment.toLowerCase())
      : !privateTiers.includes(tier) && !/^(?:review|preview)(?:[^a-z]|$)/i.test(environment)
  if (!isPublic) return ignored(`deployment to ${environment}`)
  return status === 'success' ? scan(`deployment to ${environment}`) : ignored(`deployment is ${status}`)
}

function readPipeline(body: Json): Reading {
  const [status, ref] = [textAt(body, 'object_attributes.status'), textAt(body, 'object_attributes.ref')]
  if (status === undefined || ref === undefined) {
    const names = [
      status === undefined ? 'object_attributes.status' : '',
      ref === undefined ? 'object_attributes.ref' : '',
    ]
    return unmapped(names.filter((name) => name !== ''))
  }
  if (fieldAt(body, 'object_attributes.tag') === true) return ignored('pipeline of a tag')
  if (!isDefaultBranch(ref, textAt(body, 'project.default_branch'))) return ignored(`pipeline of branch ${ref}`)
  return status === 'success' ? scan('pipeline success') : ignored(`pipeline is ${status}`)
}
