import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { runCli } from './run-cli.ts'

// npm run test:clients: what npm would publish, installed into an empty folder with each version of Node.

const run = promisify(execFile)
/** npm would leave compiled code in the folder for temporary files. */
const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
let system: TestSystem
let folder: string
let tarballs: string[]

beforeAll(async () => {
  system = await startTestSystem({})
  folder = mkdtempSync(join(tmpdir(), 'pagebell-packed-'))
  const clients = ['@pagebell/sdk', '@pagebell/cli'].flatMap((name) => ['-w', name])
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...clients], {
    cwd: workspace,
    env,
  })
  const packed = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[]
  tarballs = packed.map(({ filename }) => join(folder, filename))
}, 300_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await system?.destroy()
})

it.each([20, 22, 24])(
  'are of use with Node %i, without the workspace',
  async (version) => {
    const place = join(folder, String(version))
    await run('mkdir', [place])
    writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}')
    await run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`, ...tarballs], { cwd: place, env })
    const node = join(place, 'node_modules/node/bin/node')
    expect((await run(node, ['--version'])).stdout).toMatch(`v${version}.`)
    const settings = {
      HOME: place,
      PAGEBELL_URL: system.addresses.publicUrl,
      PAGEBELL_API_KEY: system.demo.apiKey,
      PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '',
      SITE: system.addresses.sampleSiteUrl,
    }

    // The examples of the SDK's page, one after the other.
    const page = readFileSync(join(workspace, 'clients/sdk/README.md'), 'utf8')
    const examples = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)
    expect(examples.length).toBeGreaterThan(2)
    for (const [place_, code] of examples.entries()) {
      const file = join(place, `example-${place_}.js`)
      writeFileSync(file, code.replaceAll('https://example.com', settings.SITE))
      const { stderr } = await run(node, [file], { env: settings })
      expect([code, stderr]).toEqual([code, ''])
    }

    const command = [node, join(place, 'node_modules/.bin/pagebell')]
    const url = `${settings.SITE}/packed/${version}`
    const submitted = await runCli(['submit', url], { env: settings, command })
    expect(submitted).toMatchObject({ code: 0, stdout: `accepted\t${url}\n` })
    const rated = await runCli(['report', `${settings.SITE}/`, '--format', 'junit'], { env: settings, command })
    expect(rated).toMatchObject({ code: 0, stdout: expect.stringContaining('<testsuite ') })
  },
  600_000,
)

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
