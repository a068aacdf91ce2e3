import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { freePort } from '@pagebell/start/free-port'
import { workspace } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { startMariaDb } from '../senders/harness/start-mariadb.ts'
import { serveFolder } from './serve-folder.ts'

// npm run test:recipes: the commands of docs/recipes, each page from an empty folder, against a running system. Packages
// come from npm's registry; Hugo and MariaDB have to be installed.

const project = '127.0.0.1'
const windowMs = 1_000
let system: TestSystem
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-recipes-'))
  // As on the path of a reader who has installed it.
  const command = join(folder, 'bin/pagebell')
  mkdirSync(dirname(command))
  const source = join(workspace, 'clients/cli/src/main.ts')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --conditions=pagebell-source "${source}" "$@"\n`)
  chmodSync(command, 0o755)
  // A second deploy of a reader comes later.
  system = await startTestSystem({ env: { DEDUPE_WINDOW_SECONDS: String(windowMs / 1_000) } })
})
afterAll(async () => {
  await system?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const pageOf = (name: string): string => readFileSync(join(workspace, 'docs/recipes', `${name}.md`), 'utf8')

/** A key with the scopes that a page and what it needs first name, and no other. */
async function keyFor(name: string): Promise<string> {
  const scopes = `${pageOf('README')}${pageOf(name)}`.match(/(?<=`)[a-z]+:(?:read|write)(?=`)/g) ?? []
  const create = ['key', 'create', '--email', system.demo.email, '--scopes', [...new Set(scopes)].join()]
  return (await system.admin<{ api_key: string }>(...create)).api_key
}

/** The commands of a page, before the change of a page and from there on. */
function commandsOf(name: string): [first: string, second: string] {
  const [first = '', second = ''] = pageOf(name).split('## Change a page')
  const commands = (text: string) => [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code).join('')
  return [commands(first), commands(second)]
}

/** A reader with an empty folder, whose host serves another one, and what else stands in the page and is elsewhere here. */
async function startReader(name: string, { port, more = [] }: { port?: number; more?: [string, string][] } = {}) {
  const place = join(folder, name)
  const published = join(folder, `${name}.published`)
  for (const path of [place, published]) mkdirSync(path)
  const host = await serveFolder(published, port)
  const { body } = await system.api<{ data: { indexnow: { key: string } } }>('GET', `/projects/${project}`)
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    // npm would leave compiled code in the folder for temporary files.
    NODE_DISABLE_COMPILE_CACHE: '1',
    PAGEBELL_URL: system.addresses.publicUrl,
    PAGEBELL_API_KEY: await keyFor(name),
    PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '',
    INDEXNOW_KEY: body.data.indexnow.key,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A reader',
    GIT_AUTHOR_EMAIL: 'reader@example.com',
    GIT_COMMITTER_NAME: 'A reader',
    GIT_COMMITTER_EMAIL: 'reader@example.com',
    ASTRO_TELEMETRY_DISABLED: '1',
    HUGO_CACHEDIR: join(folder, 'hugo-cache'),
    // For what programs keep there between runs, such as jiti.
    TMPDIR: folder,
    // Pagebell is on this machine here, which Ghost does not call otherwise.
    security__allowWebhookInternalIPs: 'true',
  }
  const places: [string, string][] = [
    ['https://example.com', host.origin],
    ['/var/www/example.com', published],
    ['projects/example.com', `projects/${project}`],
    ...more,
  ]
  return {
    urlOf: (path: string) => host.origin + path,
    /** Runs commands as they stand in the page, with the places of this reader. */
    async run(commands: string, at = '.') {
      const text = places.reduce((changed, [from, to]) => changed.replaceAll(from, to), commands)
      const options = { cwd: join(place, at), env, maxBuffer: 10_000_000 }
      return (await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', text], options)).stdout
    },
    received: async () => (await system.received()).filter((url) => url.startsWith(`${host.origin}/`)).sort(),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

it.each(['eleventy', 'astro', 'docusaurus', 'hugo'])(
  'the recipe of %s ends with each page announced, and after a change with the changed one alone',
  async (name) => {
    await using reader = await startReader(name)
    const urls = ['/', '/green/'].map(reader.urlOf)
    const [first, second] = commandsOf(name)

    const announced = await reader.run(first)
    for (const url of urls) expect(announced).toContain(`accepted\t${url}\n`)
    await until('the engine has each page', async () => (await reader.received()).join() === urls.join(), 60_000)
    await until(
      'the pages are known as announced',
      async () => {
        const known = urls.map((url) =>
          system.api<{ data: { announced: object[] }[] }>('GET', `/projects/${project}/pages?url=${url}`),
        )
        return (await Promise.all(known)).every(({ body: { data } }) => data[0]?.announced.length === 1)
      },
      60_000,
    )

    await reader.run(second, 'tea')
    await until(
      'the unchanged page is skipped',
      async () => (await reader.run('pagebell deliveries')).includes(`skipped\tindexnow\t${urls[0]}\tunchanged\n`),
      60_000,
    )
    await until('the changed page is sent', async () => (await reader.received()).length === 3, 60_000)
    expect(await reader.received()).toEqual([...urls, urls[1]])
  },
  400_000,
)

it('the recipe of Ghost ends with the post announced, and with it again after a change', async () => {
  const place = join(folder, 'ghost-database')
  mkdirSync(place)
  await using database = await startMariaDb(place, 'unused')
  const port = await freePort()
  const more: [string, string][] = [
    ['2368', String(port)],
    ['/run/mysqld/mysqld.sock', database.socket],
  ]
  await using reader = await startReader('ghost', { port, more })
  const url = reader.urlOf('/green/')
  const [first, second] = commandsOf('ghost')
  try {
    await reader.run(first)
    await until('the engine has the post', async () => (await reader.received()).length > 0, 60_000)
    expect(await reader.received()).toEqual([url])
    await until('it is shown', async () => (await reader.run('pagebell deliveries')).includes(`\t${url}\n`))
    expect(await (await fetch(url)).text()).toContain('Brew it for three minutes.')
    const announcedAt = performance.now()
    await until('the change is no duplicate', () => performance.now() - announcedAt > windowMs)

    await reader.run(second, 'tea')
    await until('the engine has the changed post', async () => (await reader.received()).length > 1, 60_000)
    expect(await reader.received()).toEqual([url, url])
    expect(await (await fetch(url)).text()).toContain('Brew it for four minutes.')
  } finally {
    const stop = 'pid=$(cat tea/ghost.pid) && kill "$pid" && tail --pid="$pid" --follow /dev/null'
    await reader.run(`[ ! -f tea/ghost.pid ] || { ${stop}; }`)
  }
}, 900_000)
