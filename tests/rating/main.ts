// node tests/rating/main.ts DIR: rates published pages as an ordinary server would send them, writes their distribution
// to results.md beside this file, and ends with 1 if it is not what the rating promises. DIR holds clones of the
// repositories that sources.json names, each as OWNER+NAME/repo (a work tree or a bare repository); the pages
// themselves are not kept here.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describeRatings, distributionOf, type Rated } from './distribution.ts'

type Source = { repository: string; commit: string; path: string; url: string }

const run = promisify(execFile)
const maxBuffer = 64_000_000
const analyzer = fileURLToPath(new URL('../../services/analyzer/src/cli/cli-main.ts', import.meta.url))

/** The headers that nearly every server sends. */
const usualHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
const overHttps = { ...usualHeaders, 'strict-transport-security': 'max-age=31536000' }

const [clones] = process.argv.slice(2)
if (clones === undefined) {
  process.stderr.write('Usage: node tests/rating/main.ts DIR\n')
  process.exit(2)
}
const sources: Source[] = JSON.parse(await readFile(new URL('./sources.json', import.meta.url), 'utf8'))
const pages: { source: Source; html: string }[] = []
for (const source of sources) {
  const html = await readPage(clones, source)
  if (html !== undefined) pages.push({ source, html })
}
const secure = await rate(pages.map(({ source, html }) => ({ url: source.url, headers: overHttps, html })))
const plain = await rate(
  pages.map(({ source, html }) => ({ url: source.url.replace('https:', 'http:'), headers: usualHeaders, html })),
)
const distribution = distributionOf(secure, plain)
const table = describeRatings(distribution, secure, sources.length)
await writeFile(new URL('./results.md', import.meta.url), table)
process.stdout.write(table.slice(0, table.indexOf('## ')))
process.exitCode = distribution.isAsPromised ? 0 : 1

/** undefined if the repository is missing. */
async function readPage(folder: string, { repository, commit, path }: Source): Promise<string | undefined> {
  const place = join(folder, repository.replace('/', '+'), 'repo')
  const gitDir = existsSync(join(place, '.git')) ? join(place, '.git') : place
  if (!existsSync(gitDir)) return undefined
  const { stdout } = await run('git', ['--git-dir', gitDir, 'show', `${commit}:${path}`], { maxBuffer })
  return stdout
}

/** As `npm run analyze -- --exchange` does; a page that cannot be rated has no score. */
async function rate(exchanges: readonly object[]): Promise<Rated[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-rating-'))
  try {
    const file = join(folder, 'pages.jsonl')
    await writeFile(file, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''))
    const { stdout } = await run(process.execPath, [analyzer, '--exchange', file], { maxBuffer: 4 * maxBuffer })
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } finally {
    await rm(folder, { recursive: true })
  }
}
