import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { type CliOptions, type Ended, onTerminal, runCli, startCli } from './run-cli.ts'
import { sarifErrors } from './sarif-errors.ts'

let system: TestSystem
let env: Record<string, string>
let site: string
let folder: string

beforeAll(async () => {
  system = await startTestSystem({})
  site = system.addresses.sampleSiteUrl
  folder = mkdtempSync(join(tmpdir(), 'pagebell-cli-'))
  env = {
    HOME: folder,
    PAGEBELL_URL: system.addresses.publicUrl,
    PAGEBELL_API_KEY: system.demo.apiKey,
    PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '',
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await system?.destroy()
})

const pagebell = (args: string[], options: CliOptions = {}): Promise<Ended> => runCli(args, { env, ...options })

describe('pagebell submit', () => {
  it('prints the verdict on each URL, and submits those of standard input too', async () => {
    const urls = [`${site}/cli/a`, `${site}/cli/b`]
    const first = await pagebell(['submit', urls[0] ?? '', '--stdin'], { input: `\n${urls[1]}\n` })
    expect(first).toMatchObject({ code: 0, stdout: urls.map((url) => `accepted\t${url}\n`).join('') })
    expect(first.stderr).toMatch(/^Batch [0-9a-f-]{36}\n$/)
    await until('the engine has them', async () => {
      const received = new Set(await system.received())
      return urls.every((url) => received.has(url))
    })
    const again = await pagebell(['submit', ...urls])
    expect([again.code, again.stdout.match(/duplicate/g)]).toEqual([0, ['duplicate', 'duplicate']])
    const log = await pagebell(['deliveries', '--project', system.demo.project, '--limit', '2'])
    expect(log.stdout.split('\n').sort()).toEqual(['', ...urls.map((url) => `delivered\tindexnow\t${url}`)])
  })

  it('ends with 1 if a URL is not accepted, and says why', async () => {
    const { code, stdout } = await pagebell(['submit', 'https://elsewhere.example/', `${site}/cli/c`])
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^foreign\thttps:\/\/elsewhere\.example\/\t.+\naccepted\t/),
    ])
  })

  it('sends no page that an engine cannot use, with --changed', async () => {
    // A site whose home page asks not to be shown is a staging host.
    const host = createServer(({ url: path }, response) => {
      const robots = path === '/draft' ? { 'x-robots-tag': 'noindex' } : {}
      response.writeHead(200, { 'content-type': 'text/html', ...robots }).end('<p>A page.</p>')
    })
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/draft`
    expect(await pagebell(['submit', '--changed', url])).toMatchObject({ code: 0, stdout: `accepted\t${url}\n` })
    await until('it is skipped', async () => {
      const { stdout } = await pagebell(['deliveries', '--status', 'skipped'])
      return stdout === `skipped\tindexnow\t${url}\tnoindex\n`
    })
    host.close()
    expect(await system.received()).not.toContain(url)
  })

  it('judges without submitting', async () => {
    const { code, stdout } = await pagebell(['submit', `${site}/cli/dry`, '--dry-run'])
    expect([code, stdout]).toEqual([0, `accepted\t${site}/cli/dry\n`])
    expect((await pagebell(['submit', `${site}/cli/dry`])).stdout).toMatch(/^accepted/)
  })

  it('waits until the new build is live, and submits nothing if it never is', async () => {
    let asked = 0
    const host = createServer((_, response) => response.end(++asked === 3 ? 'version new' : 'version old'))
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/version.txt?v=1`
    const never = await pagebell(['submit', `${site}/cli/wait`, '--wait-for', `${address}=new`, '--wait-seconds', '0'])
    expect(never).toMatchObject({ code: 1, stdout: '', stderr: 'Not live after 0 s: nothing was submitted.\n' })
    const live = await pagebell(['submit', `${site}/cli/wait`, '--wait-for', `${address}=new`])
    host.close()
    expect([live.code, live.stdout]).toEqual([0, `accepted\t${site}/cli/wait\n`])
  })

  it('waits on when a response breaks off during a deployment', async () => {
    let asked = 0
    const host = createServer(({ socket }, response) => {
      if (++asked > 1) return response.end('version new')
      return response.writeHead(200, { 'content-length': 100 }).write('version ol', () => socket.destroy())
    })
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    const condition = `http://127.0.0.1:${(host.address() as AddressInfo).port}/version.txt=new`
    const { code, stdout, stderr } = await pagebell(['submit', `${site}/cli/broken`, '--wait-for', condition])
    host.close()
    expect([code, stdout]).toEqual([0, `accepted\t${site}/cli/broken\n`])
    expect([asked, stderr]).toEqual([2, expect.stringMatching(/^Batch \S+\n$/)])
  })
})

describe('pagebell report', () => {
  it('ends with 0, or with 1 below the bar, and prints what to fix', async () => {
    const good = await pagebell(['report', `${site}/`])
    expect([good.code, good.stdout]).toEqual([0, expect.stringMatching(/^http\S+\/ {2}(good|decent|bad) \d+\n/)])
    const below = await pagebell(['report', `${site}/winter-offers`, '--fail-under', '100'])
    expect([below.code, below.stdout]).toEqual([1, expect.stringMatching(/below 100\n {2}(fail|warn) /)])
  }, 240_000)

  it('ends with 1 for a page that cannot be rated, and rates the others', async () => {
    const urls = ['http://127.0.0.1:1/', 'not a URL', `${site}/`]
    const { code, stdout } = await pagebell(['report', ...urls, '--format', 'json'])
    const pages = JSON.parse(stdout) as { url: string; score: number | null; problem?: string }[]
    expect([code, pages.map(({ url }) => url)]).toEqual([1, urls])
    expect(pages.map(({ score }) => typeof score)).toEqual(['object', 'object', 'number'])
    expect([pages[0]?.problem, pages[1]?.problem]).toEqual([expect.any(String), expect.stringContaining('URL')])
  }, 240_000)

  it('writes JUnit, SARIF and Markdown of the same findings', async () => {
    const formats = ['junit', 'sarif', 'md'] as const
    const files = formats.map((format) => join(folder, `report.${format}`))
    const write = formats.flatMap((format, place) => ['--write', `${format}=${files[place]}`])
    const plain = await pagebell(['report', '--stdin', ...write], { input: `${site}/winter-offers\n` })
    const [junit = '', sarif = '', md = ''] = files.map((file) => readFileSync(file, 'utf8'))
    const faults = plain.stdout.match(/^ {2}(fail|warn) +\w+/gm)?.map((line) => line.split(/\s+/).at(-1)) ?? []
    const failures = plain.stdout.match(/^ {2}fail/gm) ?? []
    expect(faults.length).toBeGreaterThan(0)
    expect(junit.match(/<failure /g) ?? []).toHaveLength(failures.length)
    expect(junit).toContain(` failures="${failures.length}" errors="0" `)
    const log = JSON.parse(sarif) as SarifLog
    expect(sarifErrors(log)).toEqual([])
    expect(log.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(faults)
    expect(new Set(log.runs[0]?.tool.driver.rules.map(({ id }) => id))).toEqual(new Set(faults))
    for (const fault of faults.slice(0, 10)) expect(md).toContain(`- **${fault}**: `)
  }, 240_000)

  it('writes valid SARIF of a page that could not be rated', async () => {
    const { code, stdout } = await pagebell(['report', 'not a URL', '--format', 'sarif'])
    expect([code, sarifErrors(JSON.parse(stdout))]).toEqual([1, []])
    const wrong = { ...JSON.parse(stdout), version: '2.0.0' }
    expect(sarifErrors(wrong)).toEqual([expect.stringContaining('/version')])
  })

  it('shows its progress on a terminal and clears it before the result, and shows none in a pipe', async () => {
    const shown = await onTerminal(['report', `${site}/`], env)
    const [before, after, result] = shown.stdout.split('\r\u001b[2K')
    expect([shown.code, before, after]).toEqual([0, 'Rating 1 page', 'Rated 1 of 1'])
    expect(result?.split(' ')[0]).toBe(`${site}/`)
    const piped = await pagebell(['report', `${site}/`])
    expect([piped.code, piped.stderr, piped.stdout.includes('Rat')]).toEqual([0, '', false])
  }, 240_000)
})

type SarifLog = {
  runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string }[] }[]
}

describe('pagebell deliveries', () => {
  it('follows what is submitted, prints each once when it has ended, and ends by Ctrl+C', async () => {
    const interrupt = new AbortController()
    const following = startCli(['deliveries', '--follow'], { env, signal: interrupt.signal })
    await until('it follows', () => following.stderr().startsWith('Following'))
    const lines: string[] = []
    // The second one takes another look at the first.
    for (const name of ['follow', 'on']) {
      await pagebell(['submit', `${site}/cli/${name}`])
      lines.push(`delivered\tindexnow\t${site}/cli/${name}\n`)
      await until('it is printed', () => following.stdout().includes(lines.at(-1) ?? ''))
    }
    interrupt.abort()
    const { code, stdout } = await following.ended
    expect([code, stdout]).toEqual([2, lines.join('')])
  })
})

describe('pagebell', () => {
  it('stores what login reads in a file of its owner, and uses it', async () => {
    const { PAGEBELL_URL = '', PAGEBELL_API_KEY: key = '' } = env
    const bare = { HOME: folder }
    const wrong = await pagebell(['login', '--url', PAGEBELL_URL], { env: bare, input: 'pbk_wrong' })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('unauthenticated')])
    const { code, stdout } = await pagebell(['login', '--url', PAGEBELL_URL], { env: bare, input: `${key}\n` })
    const path = join(folder, '.config/pagebell/config.json')
    expect([code, stdout]).toEqual([0, `Stored in ${path}\n`])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ url: PAGEBELL_URL, api_key: key })
    expect((await pagebell(['deliveries', '--limit', '1'], { env: bare })).code).toBe(0)
    rmSync(path)
  })

  it('login stores no secret of the environment, and keeps none of another installation', async () => {
    const path = join(folder, '.config/pagebell/config.json')
    const stored = () => JSON.parse(readFileSync(path, 'utf8'))
    const login = (url: string, input: string, more = {}) =>
      pagebell(['login', '--url', url], { env: { HOME: folder, ...more }, input })
    const [first, second] = ['https://one.example', 'https://two.example']
    expect((await login(first, 'pbh_first', env)).code).toBe(0)
    expect(stored()).toEqual({ url: first, webhook_token: 'pbh_first' })

    writeFileSync(path, JSON.stringify({ url: first, api_key: 'pbk_first' }))
    chmodSync(path, 0o644)
    expect((await login(`${first}/`, 'pbh_again')).code).toBe(0)
    expect(stored()).toEqual({ url: `${first}/`, api_key: 'pbk_first', webhook_token: 'pbh_again' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await login(second, 'pbh_second')).code).toBe(0)
    expect(stored()).toEqual({ url: second, webhook_token: 'pbh_second' })
    rmSync(path)
  })

  it('ends with 2 for wrong usage, and names what is allowed', async () => {
    const wrong: [string[], string][] = [
      [[], 'pagebell COMMAND'],
      [['subnit'], 'no command subnit'],
      [['submit'], '--stdin'],
      [['submit', 'https://a.example/', '--action', 'create'], 'update or delete'],
      [['submit', '--fast'], '--fast'],
      [['submit', 'https://a.example/', '--wait-for', 'version.txt=1'], 'URL=TEXT'],
      [['report'], 'at least one URL'],
      [['report', 'https://a.example/', '--format', 'pdf'], 'text, json, junit, sarif, md, github'],
      [['report', 'https://a.example/', '--write', 'pdf=a.pdf'], '--write is text'],
      [['report', 'https://a.example/', '--write', 'md'], 'FORMAT=FILE'],
      [['report', 'https://a.example/', '--fail-under', '101'], '0 to 100'],
      [['deliveries', '--limit', '0'], 'at least 1'],
      [['deliveries', '--status', 'sent'], 'status: '],
      [['deliveries', '--follow', '--status', 'sent'], 'status: '],
    ]
    for (const [args, message] of wrong) {
      const { code, stdout, stderr } = await pagebell(args)
      expect([args, code, stdout]).toEqual([args, 2, ''])
      expect(stderr).toContain(message)
    }
    expect(await pagebell(['deliveries'], { env: { HOME: folder } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PAGEBELL_URL'),
    })
  })

  it('ends with 2 if there is no answer, or the key is not right', async () => {
    const away = await pagebell(['submit', `${site}/`], { env: { ...env, PAGEBELL_URL: 'http://127.0.0.1:1' } })
    expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
    const refused = await pagebell(['deliveries'], { env: { ...env, PAGEBELL_API_KEY: 'pbk_wrong' } })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('unauthenticated')])
  })

  it('tells its commands and their options', async () => {
    expect(await pagebell(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('submit') })
    for (const command of ['submit', 'report', 'deliveries', 'login'])
      expect(await pagebell([command, '--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pagebell/) })
  })
})
