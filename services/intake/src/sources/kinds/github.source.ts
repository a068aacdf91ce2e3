import { isProductionName, namedEnvironments } from '../deployments.ts'
import { fieldAt, textAt } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { readPush } from '../push.ts'
import type { Rule } from '../rules/rule.ts'
import { bodySignature } from '../signatures/hmac-signature.ts'
import { defineSource, ignored, type Reading, scan, unknown, unmapped } from '../source.ts'

export default defineSource({
  kind: 'github',
  title: 'GitHub',
  sends: 'Pushes with the paths of changed files, and the states of deployments.',
  setUp: [
    'In the repository open Settings, Webhooks, Add webhook.',
    'Payload URL: the address of this source. Content type: `application/json`. Secret: the secret of this source.',
    'Choose "Let me select individual events": Deployment statuses if a deployment follows the push, Page ' +
      'builds for GitHub Pages from a branch, otherwise Pushes.',
    'To submit the changed files instead of scanning the sitemap, add a path rule.',
  ],
  secret: 'signs',
  signed: '`X-Hub-Signature-256: sha256=<hex HMAC-SHA256 of the body>`.',
  results: [
    [
      '`push` to the default branch, or the branch that a rule names',
      'the URLs of changed files by path rules; a scan without rules, after a forced push, or with more than ' +
        '2,048 files',
    ],
    ['`push` of a tag or to another branch', 'ignored'],
    ['`deployment_status` `success` of production', 'a scan; other states and environments are ignored'],
    ['`page_build` `built`', 'a scan'],
    ['`ping` and all other events', 'ignored, unless a rule names the event'],
  ],
  format: 'json',
  rules: [],
  sample: {
    headers: { 'X-GitHub-Event': 'push' },
    body: {
      ref: 'refs/heads/main',
      repository: { default_branch: 'main' },
      commits: [{ added: [], modified: ['content/hello.md'], removed: [] }],
    },
  },
  verify: bodySignature({ header: 'x-hub-signature-256', encoding: 'hex', prefix: 'sha256=' }),
  eventOf: (headers, body) => headers.get('x-github-event') ?? eventOfShape(body),
  deliveryId: ({ headers }) => headers.get('x-github-delivery'),

  read({ event, body }, rules) {
    switch (event) {
      case 'ping':
        return ignored('ping')
      case 'push': {
        const push = readPush(body)
        return push === undefined ? unmapped(['ref']) : { type: 'push', push }
      }
      case 'deployment_status':
        return readDeployment(body, rules)
      case 'page_build': {
        const status = textAt(body, 'build.status')
        if (status === undefined) return unmapped(['build.status'])
        return status === 'built' ? scan('page_build built') : ignored(`page_build ${status}`)
      }
      default:
        return unknown(event)
    }
  },
})

/** A body pasted without its headers. */
function eventOfShape(body: Json): string | null {
  if (fieldAt(body, 'zen') !== undefined) return 'ping'
  if (fieldAt(body, 'deployment_status') !== undefined) return 'deployment_status'
  if (fieldAt(body, 'ref') !== undefined && fieldAt(body, 'commits') !== undefined) return 'push'
  return fieldAt(body, 'build.pusher') === undefined ? null : 'page_build'
}

function readDeployment(body: Json, rules: readonly Rule[]): Reading {
  const state = textAt(body, 'deployment_status.state')
  const environment = textAt(body, 'deployment_status.environment') ?? textAt(body, 'deployment.environment')
  if (state === undefined) return unmapped(['deployment_status.state'])
  if (environment === undefined) return unmapped(['deployment.environment'])
  const named = namedEnvironments(rules)
  const isPublic =
    named.length > 0
      ? named.includes(environment.toLowerCase())
      : fieldAt(body, 'deployment.transient_environment') !== true &&
        (isProductionName(environment) || fieldAt(body, 'deployment.production_environment') === true)
  if (!isPublic) return ignored(`deployment to ${environment}`)
  return state === 'success' ? scan(`deployment to ${environment}`) : ignored(`deployment_status is ${state}`)
}
