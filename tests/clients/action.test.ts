import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { parse } from 'yaml'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { fakeGitHubApi } from './github-api.fake.ts'
import { action, checkOutClients, runAction } from './run-action.ts'

// npm run test:clients: the steps of the GitHub Action by their own shell lines, against a running system. There is no
// runner of GitHub and no GitHub: github-api.fake.ts plays its API.

type Workflow = { jobs: Record<string, { steps: { uses: string; with: Record<string, string> }[] }> }

let system: TestSystem
let github: Awaited<ReturnType<typeof fakeGitHubApi>>
let site: string
let folder: string
let actionPath: string
/** With the scopes that the action asks for, and no other. */
let apiKey: string
const pullRequest = { pull_request: { number: 7 } }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-action-'))
  actionPath = checkOutClients(folder)
  github = await fakeGitHubApi()
  system = await startTestSystem({})
  site = system.addresses.sampleSiteUrl
  const scopes = scopesIn(action.inputs['api-key']?.description ?? '')
  const create = ['key', 'create', '--email', system.demo.email, '--scopes', scopes.join()]
  apiKey = (await system.admin<{ api_key: string }>(...create)).api_key
})
afterAll(async () => {
  await system?.destroy()
  await github?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const scopesIn = (text: string): string[] => text.match(/\b[a-z]+:(?:read|write)\b/g) ?? []

function run(inputs: Record<string, string>, event: object = {}) {
  const installation = {
    url: system.addresses.publicUrl,
    'webhook-token': system.demo.hookToken ?? '',
    'api-key': apiKey,
  }
  return runAction({
    actionPath,
    folder,
    event,
    inputs: { ...installation, ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/site' },
    token: github.token,
  })
}

describe('submit', () => {
  it('sends the URLs once the new build is live', async () => {
    let asked = 0
    const host = createServer((_, response) => response.end(++asked === 2 ? 'commit 3f2a91' : 'commit 000000'))
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    const urls = [`${site}/action/a`, `${site}/action/b?c=d`]
    const wait = `http://127.0.0.1:${(host.address() as AddressInfo).port}/version.txt=3f2a91`
    const { failed, log } = await run({ submit: `${urls.join('\n')}\n`, 'wait-for': wait })
    host.close()
    expect([failed, log]).toEqual([
      undefined,
      expect.stringContaining(urls.map((url) => `accepted\t${url}\n`).join('')),
    ])
    expect(asked).toBe(2)
    await until('the engine has them', async () => {
      const received = new Set(await system.received())
      return urls.every((url) => received.has(url))
    })
  })

  it('fails for a URL that is not accepted, and runs nothing that stands in an input', async () => {
    const harm = `touch ${join(folder, 'harm')}`
    const { failed, log } = await run({
      submit: `$(${harm})\n\`${harm}\`\n"; ${harm}; "\n${site}/action/c`,
      channel: '',
    })
    expect([failed, log.match(/^(accepted|invalid)/gm)]).toEqual([
      { step: 'Submit', code: 1 },
      ['invalid', 'invalid', 'invalid', 'accepted'],
    ])
    expect(existsSync(join(folder, 'harm'))).toBe(false)
  })

  it('judges only, with dry-run', async () => {
    const url = `${site}/action/dry`
    for (const dry of ['true', 'false'])
      expect((await run({ submit: url, 'dry-run': dry })).log).toContain(`accepted\t${url}\n`)
  })

  it('fails with 2 and the reason for a wrong input', async () => {
    const { failed, log } = await run({ submit: `${site}/`, action: 'create' })
    expect([failed, log]).toEqual([{ step: 'Submit', code: 2 }, expect.stringContaining('update or delete')])
  })
})

describe('report', () => {
  it('annotates, writes one comment, edits it the next time, and fails below the bar', async () => {
    const other = github.add('A human comment.', 'User')
    const first = await run({ report: `${site}/winter-offers\n`, 'fail-under': '100' }, pullRequest)
    expect(first.failed).toEqual({ step: 'Result', code: 1 })
    const annotations = first.log.split('\n').filter((line) => line.startsWith('::'))
    expect(annotations[0]).toMatch(/^::error title=http%3A\S+ score::The score is \d+; at least 100 is wanted\.$/)
    for (const line of annotations) expect(line).toMatch(/^::(error|warning) title=[^:,\n]+::.+$/)
    expect(first.summary).toContain('### Pagebell')
    const [, comment] = github.comments
    expect(comment?.body).toMatch(/^<!-- pagebell -->\n### Pagebell/)
    expect(first.log).toContain('Wrote a comment.')

    const second = await run({ report: `${site}/\n${site}/winter-offers` }, pullRequest)
    expect([second.failed, second.log]).toEqual([undefined, expect.stringContaining('Edited the comment.')])
    expect(github.comments).toEqual([other, comment])
    expect(comment?.body).toContain('| ✅ |')
    expect(readFileSync(second.outputs['markdown'] ?? '', 'utf8')).toBe(second.summary)
    const scores = [...second.log.matchAll(/^http\S+ (\d+) http/gm)].map(([, score]) => Number(score))
    expect(scores).toHaveLength(2)
    expect(second.outputs['score']).toBe(String(Math.min(...scores)))
  }, 240_000)

  it('edits no comment of a person, and finds its own behind a hundred others', async () => {
    github.comments.length = 0
    const copied = github.add('<!-- pagebell -->\nMine.', 'User')
    for (let n = 0; n < 120; n++) github.add(`Comment ${n}`, 'User')
    await run({ report: `${site}/` }, pullRequest)
    const { log } = await run({ report: `${site}/` }, pullRequest)
    expect([copied.body, github.comments.length]).toEqual(['<!-- pagebell -->\nMine.', 122])
    expect(log).toContain('Edited the comment.')
  }, 240_000)

  it('warns where the token may not write, and writes no comment without a pull request, or where it is not wanted', async () => {
    const before = github.comments.length
    github.state.mayWrite = false
    const refused = await run({ report: `${site}/` }, pullRequest)
    expect([refused.failed, refused.log]).toEqual([
      undefined,
      expect.stringMatching(/^::warning .*GitHub answered 403/m),
    ])
    github.state.mayWrite = true
    expect((await run({ report: `${site}/` })).log).toContain('No pull request, so no comment.')
    expect((await run({ report: `${site}/`, comment: 'false' }, pullRequest)).log).not.toMatch(/comment/)
    expect(github.comments).toHaveLength(before)
  }, 240_000)

  it('fails with 2 where there is no connection, before it comments', async () => {
    const { failed, log } = await run({ report: `${site}/`, url: 'http://127.0.0.1:1' }, pullRequest)
    expect([failed, log]).toEqual([{ step: 'Report', code: 2 }, expect.stringContaining('cannot be reached')])
  })
})

describe('action.yml', () => {
  it('hands inputs to its shell lines by the environment only', () => {
    for (const { run, name, shell } of action.runs.steps)
      expect([name, shell, run.includes('${{')]).toEqual([name, 'bash', false])
  })

  it('has every input that its page uses, and the page pins it by a commit', () => {
    const page = readFileSync(join(workspace, 'clients/github-action/README.md'), 'utf8')
    const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parse(text) as Workflow)
    const steps = examples.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps))
    const ours = steps.filter(({ uses }) => uses.includes('/github-action@'))
    expect(ours).toHaveLength(2)
    for (const { uses, with: inputs } of ours) {
      expect(uses).toMatch(/@[0-9a-f]{40}$/)
      expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([])
    }
    for (const name of Object.keys(action.inputs)) expect(page).toContain(`\`${name}\``)
    const [row = ''] = /^\| `api-key` .*$/m.exec(page) ?? []
    expect(scopesIn(row)).toEqual(scopesIn(action.inputs['api-key']?.description ?? ''))
  })

  it('leaves nothing in the folder of the runner but its results', () => {
    const left = readdirSync(folder).filter((name) => !name.startsWith('run-'))
    expect(left).toEqual(['clients'])
  })
})
