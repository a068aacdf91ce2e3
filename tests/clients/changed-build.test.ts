import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { serveFolder } from '../recipes/serve-folder.ts'
import { runProgram } from '../senders/harness/run-program.ts'
import { writeFiles } from '../sitemaps/static-site.ts'
import { runCli } from './run-cli.ts'

// npm run test:clients: a site that Hugo builds from two commits. Each deploy passes every page of it to
// `pagebell submit --changed`. Hugo has to be installed.

type Host = Awaited<ReturnType<typeof serveFolder>>
type Delivery = { url: string; status: string; reason: string | null }

const project = '127.0.0.1'
const posts = Array.from({ length: 24 }, (_, number) => `post-${number}`)
const edited = ['post-3', 'post-11', 'post-20']
/** With another date of their last change, and the same words. */
const redated = ['post-5', 'post-6', 'post-17']

let system: TestSystem
let folder: string
let host: Host
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-changed-'))
  mkdirSync(join(folder, 'site'))
  host = await serveFolder(join(folder, 'site/public'))
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: '1' } })
})
afterAll(async () => {
  await system?.destroy()
  await host?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const layout = (footer: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>{{ .Title }}</title>{{ hugo.Generator }}
{{ with resources.Get "style.css" | fingerprint }}<link rel="stylesheet" href="{{ .RelPermalink }}">{{ end }}
</head>
<body data-build="{{ site.Params.build }}">
<header><nav>{{ range site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ end }}</nav></header>
<main><h1>{{ .Title }}</h1>{{ .Content }}
{{ if .IsNode }}{{ range site.RegularPages }}<p><a href="{{ .RelPermalink }}">{{ .Title }}</a></p>{{ end }}{{ end }}
<time datetime="{{ .Lastmod }}">{{ .Lastmod }}</time></main>
<footer>${footer} {{ site.Params.build }} of {{ now }}</footer>
</body>
</html>
`
const post = (name: string, { words = 'Brew it for three minutes.', day = '2026-11-01' } = {}) =>
  `---\ntitle: Tea of ${name}\nlastmod: ${day}\n---\n${words}\n`
const layouts = (footer: string) => ({
  'layouts/_default/single.html': layout(footer),
  'layouts/_default/list.html': layout(footer),
})
const postsOf = (names: readonly string[], change: Parameters<typeof post>[1] = {}) =>
  Object.fromEntries(names.map((name) => [`content/posts/${name}.md`, post(name, change)]))

const git = (...args: string[]) => {
  const author = ['-c', 'user.name=A reader', '-c', 'user.email=reader@example.com']
  return runProgram('git', [...author, ...args], { cwd: join(folder, 'site') })
}

async function commit(files: Record<string, string>, message: string): Promise<void> {
  await writeFiles(join(folder, 'site'), files)
  await git('add', '--all')
  await git('commit', '--quiet', '--message', message)
}

/** Builds the commit that is checked out, and passes each page to the command. Returns what happened to each path. */
async function deploy(build: number): Promise<Map<string, string>> {
  const env = { ...process.env, HUGO_PARAMS_BUILD: String(build), HUGO_CACHEDIR: join(folder, 'cache') }
  await runProgram('hugo', ['--quiet', '--cleanDestinationDir'], { cwd: join(folder, 'site'), env })
  const files = readdirSync(join(folder, 'site/public'), { recursive: true, encoding: 'utf8' })
  const paths = files.filter((file) => file.endsWith('.html')).map((file) => `/${file.replace(/index\.html$/, '')}`)
  const input = paths.map((path) => `${host.origin}${path}\n`).join('')
  const settings = {
    HOME: folder,
    PAGEBELL_URL: system.addresses.publicUrl,
    PAGEBELL_WEBHOOK_TOKEN: system.demo.hookToken ?? '',
  }
  const { code, stdout, stderr } = await runCli(['submit', '--stdin', '--changed'], { env: settings, input })
  expect([code, stdout.match(/^accepted\t/gm)?.length]).toEqual([0, paths.length])
  const list = `/projects/${project}/deliveries?per_page=100&batch=${/^Batch (\S+)$/m.exec(stderr)?.[1]}`
  const deliveries = await until(
    'each delivery has ended',
    async () => {
      const { data } = (await system.api<{ data: Delivery[] }>('GET', list)).body
      return data.length === paths.length && data.every(({ status }) => /delivered|skipped/.test(status)) && data
    },
    120_000,
  )
  return new Map(deliveries.map(({ url, status, reason }) => [new URL(url).pathname, reason ?? status]))
}

/** The next build is compared with what is known as announced. */
async function untilAnnounced(paths: readonly string[], since: string): Promise<void> {
  type Page = { url: string; announced: { at: string }[] }
  const isKnown = async () => {
    const { data } = (await system.api<{ data: Page[] }>('GET', `/projects/${project}/pages?per_page=100`)).body
    const known = data.filter(({ announced }) => announced.some(({ at }) => at >= since)).map(({ url }) => url)
    return paths.every((path) => known.includes(host.origin + path))
  }
  await until('what was announced is known', isKnown, 60_000)
}

const received = async () =>
  (await system.received())
    .filter((url) => url.startsWith(`${host.origin}/`))
    .map((url) => new URL(url).pathname)
    .sort()
const pathsOf = (names: readonly string[]) => names.map((name) => `/posts/${name}/`)

it('announces each page of the first commit, of the second what changed, and nothing of a further build', async () => {
  await git('init', '--quiet')
  const config = `baseURL = "${host.origin}/"\ntitle = "Tea"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n`
  const first = { 'config.toml': config, '.gitignore': 'public\nresources\n.hugo_build.lock\n' }
  const style = { 'assets/style.css': 'main { color: green }\n' }
  await commit({ ...first, ...style, ...layouts('Build'), ...postsOf(posts) }, 'A site about tea')
  const begun = new Date().toISOString()
  const all = ['/', '/posts/', ...pathsOf(posts)].sort()
  expect(await deploy(1)).toEqual(new Map(all.map((path) => [path, 'delivered'])))
  expect(await received()).toEqual(all)
  await untilAnnounced(all, begun)

  const since = new Date().toISOString()
  await commit(
    {
      'assets/style.css': 'main { color: brown }\n',
      ...layouts('This is build'),
      ...postsOf(redated, { day: '2026-11-26' }),
      ...postsOf(edited, { words: 'Brew it for four minutes.' }),
      ...postsOf(['post-new']),
    },
    'Tea takes longer',
  )
  // Lists name the new post.
  const changed = ['/', '/posts/', ...pathsOf([...edited, 'post-new'])].sort()
  const second = await deploy(2)
  expect([...second.keys()].filter((path) => second.get(path) === 'delivered').sort()).toEqual(changed)
  expect(new Set(second.values())).toEqual(new Set(['delivered', 'unchanged']))
  expect(await received()).toEqual([...all, ...changed].sort())
  await untilAnnounced(changed, since)

  expect(new Set((await deploy(3)).values())).toEqual(new Set(['unchanged']))
  expect(await received()).toEqual([...all, ...changed].sort())
}, 400_000)
