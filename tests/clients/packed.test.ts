import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '@pagebell/start/free-port'
import { workspace } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { type Installed, installPacked, npmEnv, packClients } from './install-packed.ts'
import { junitErrors } from './junit-errors.ts'
import { runCli, startCli } from './run-cli.ts'
import { sarifErrors } from './sarif-errors.ts'

// npm run test:clients: what npm would publish, installed into an empty folder with each version of Node, where each
// example of the two pages is run.

const run = promisify(execFile)
const commit = '3f2a91bc'
let system: TestSystem
let folder: string
let tarballs: string[]

beforeAll(async () => {
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
  folder = mkdtempSync(join(tmpdir(), 'pagebell-packed-'))
  tarballs = await packClients(folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await system?.destroy()
})

/** The examples of a page in a language. */
function examplesOf(client: string, language: string): string[] {
  const page = readFileSync(join(workspace, 'clients', client, 'README.md'), 'utf8')
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)
}

/** The site of a reader, after a deploy. */
async function startSite() {
  const site = createServer(({ url }, response) => {
    const type = url === '/version.txt' ? 'text/plain' : 'text/html; charset=utf-8'
    const page = `<!doctype html><html lang="en"><title>Tea</title><main>All of ${url}.</main></html>`
    response.writeHead(200, { 'content-type': type }).end(url === '/version.txt' ? commit : page)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
}

const settings = ({ place, path }: Installed) => ({
  HOME: place,
  PATH: path,
  PAGEBELL_URL: system.addresses.publicUrl,
  PAGEBELL_API_KEY: system.demo.apiKey,
  PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '',
  GITHUB_SHA: commit,
})

describe.each([20, 22, 24])('with Node %i, without the workspace', (version) => {
  let installed: Installed
  beforeAll(async () => {
    installed = await installPacked(join(folder, String(version)), version, tarballs)
    expect((await run(installed.node, ['--version'])).stdout).toMatch(`v${version}.`)
  }, 300_000)

  it('the SDK does what each example of its page says', async () => {
    await using site = await startSite()
    const examples = examplesOf('sdk', 'js')
    expect(examples.length).toBeGreaterThan(2)
    const printed: string[] = []
    for (const [number, code] of examples.entries()) {
      const file = join(installed.place, `example-${number}.js`)
      writeFileSync(file, code.replaceAll('https://example.com', site.origin))
      const { stdout, stderr } = await run(installed.node, [file], { env: settings(installed) })
      expect([code, stderr]).toEqual([code, ''])
      printed.push(stdout)
    }
    expect(printed[0]).toContain(`accepted ${site.origin}/`)
    expect(printed[1]).toMatch(/^(queued|running|done)\n/)
  }, 120_000)

  it('the SDK has types for strict settings, and its example verifies an event of the running system', async () => {
    const [example = ''] = examplesOf('sdk', 'ts')
    const { place, node } = installed
    writeFileSync(join(place, 'receiver.ts'), example)
    // Under another name it would be the settings of the tests beside it.
    const tsconfig = 'strict.tsconfig.json'
    for (const name of ['strict-use.ts', 'serve-receiver.js', tsconfig])
      writeFileSync(join(place, name), readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
    await run(join(workspace, 'node_modules/.bin/tsc'), ['-p', join(place, tsconfig)])

    const port = await freePort()
    const endpoints = `/projects/${system.demo.project}/event-endpoints`
    const body = { url: `http://127.0.0.1:${port}/` }
    const made = await system.api<{ data: { id: string; secret: string } }>('POST', endpoints, { body })
    const { id, secret } = made.body.data
    const end = new AbortController()
    const env = { ...settings(installed), PORT: String(port), PAGEBELL_EVENT_SECRET: secret }
    const receiver = startCli([], { command: [node, join(place, 'serve-receiver.js')], env, signal: end.signal })
    await until('the receiver listens', () => receiver.stdout().startsWith('listening\n'))
    await system.api('POST', `${endpoints}/${id}/test`, { body: {} })
    await until('the event is verified', () => receiver.stdout() === 'listening\ntest\n')
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }
    const headers = { ...forged, 'webhook-signature': 'v1,AAAA' }
    expect((await fetch(body.url, { method: 'POST', headers, body: '{"type":"test"}' })).status).toBe(401)
    end.abort()
    expect(await receiver.ended).toMatchObject({ stdout: 'listening\ntest\n', stderr: '' })
  }, 120_000)

  it('the command line does what each example of its page says', async () => {
    await using site = await startSite()
    const [submit = '', report = '', ...more] = examplesOf('cli', 'sh')
    expect(more).toEqual([])
    const bash = (example: string) => {
      const line = example.replaceAll('https://example.com', site.origin)
      return runCli([], { env: settings(installed), command: ['bash', '-c', `cd "$HOME" && ${line}`] })
    }
    expect(await bash(submit)).toMatchObject({ code: 0, stdout: `accepted\t${site.origin}/news\n` })
    await until('the engine has it', async () => (await system.received()).includes(`${site.origin}/news`), 60_000)

    const { code, stdout } = await bash(report)
    expect(stdout).toMatch(`${site.origin}/  `)
    const [junit = '', sarif = ''] = ['pagebell.xml', 'pagebell.sarif'].map((file) => join(installed.place, file))
    expect([await junitErrors(junit), sarifErrors(JSON.parse(readFileSync(sarif, 'utf8')))]).toEqual([[], []])
    const score = Number(/ (\d+)(, below 80)?$/m.exec(stdout)?.[1])
    const isBelow = readFileSync(junit, 'utf8').includes('at least 80 is wanted')
    expect([code, isBelow]).toEqual(score < 80 ? [1, true] : [0, false])
  }, 240_000)

  it('every command of the page is there, and login stores what the others use', async () => {
    const env = settings(installed)
    const page = readFileSync(join(workspace, 'clients/cli/README.md'), 'utf8')
    const names = new Set([...page.matchAll(/^\| `pagebell (\w+)/gm)].map(([, name = '']) => name))
    expect(names.size).toBeGreaterThan(3)
    for (const name of names) {
      const { code, stdout } = await runCli([name, '--help'], { env, command: ['pagebell'] })
      expect([code, stdout]).toEqual([0, expect.stringMatching(`^pagebell ${name} `)])
    }
    const { PAGEBELL_API_KEY: input, PAGEBELL_URL: url, HOME, PATH } = env
    const bare = { env: { HOME, PATH }, command: ['pagebell'] }
    expect((await runCli(['login', '--url', url], { ...bare, input })).code).toBe(0)
    expect(await runCli(['deliveries', '--limit', '1'], bare)).toMatchObject({ code: 0, stderr: '' })
  }, 120_000)
})

it('writes JUnit that its schema takes, of a page that cannot be rated as well, and the schema refuses other files', async () => {
  const file = join(folder, 'not-rated.xml')
  const env = { HOME: folder, PAGEBELL_URL: system.addresses.publicUrl, PAGEBELL_API_KEY: system.demo.apiKey }
  expect((await runCli(['report', 'no URL: <&">', '--write', `junit=${file}`], { env })).code).toBe(1)
  expect(await junitErrors(file)).toEqual([])

  const errorsOf = (report: string) => {
    const changed = join(folder, 'changed.xml')
    writeFileSync(changed, report)
    return junitErrors(changed)
  }
  const report = readFileSync(file, 'utf8')
  const missing = [expect.stringContaining("attribute 'errors' is required"), 'errors is undefined, and there are 0']
  expect(await errorsOf(report.replace(' errors="0"', ''))).toEqual(missing)
  expect(await errorsOf(report.replace('failures="1"', 'failures="2"'))).toEqual(['failures is 2, and there are 1'])
  expect((await errorsOf(report.replace('</testcase>', '')))[0]).toContain('parser error')
})

it('has no dependency in the SDK, and nothing but its code in either', async () => {
  for (const tarball of tarballs) {
    const { stdout } = await run('tar', ['-tzf', tarball])
    const files = stdout.trim().split('\n')
    expect(files.filter((file) => !/^package\/(dist\/.*\.(js|d\.ts)|package\.json|README\.md)$/.test(file))).toEqual([])
    expect(files.filter((file) => file.includes('.test.'))).toEqual([])
  }
  const { dependencies } = JSON.parse(readFileSync(join(workspace, 'clients/sdk/package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
})

it('runs from the repository as its page says', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'pagebell', '--', '--help'], {
    cwd: workspace,
    env: npmEnv,
  })
  expect(stdout).toMatch(/^pagebell COMMAND/)
})
