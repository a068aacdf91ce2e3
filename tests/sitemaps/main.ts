// npm run test:sitemaps: sites built by real generators, whose sitemaps and feeds are read by libs/sitemaps and
// compared with what was written. Ends with 0 when every generator that runs here holds, 1 when one does not, 2 when the command
// itself failed.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '@pagebell/start/read-arguments'
import { CannotRun } from '../senders/harness/sender.ts'
import { type CheckedListing, checkListing } from './check-site.ts'
import type { SiteGenerator } from './generator.ts'

const usage = `npm run test:sitemaps -- [--only a,b] [--packages DIR]
  Builds sites with real generators, and compares what their sitemaps and feeds are read as with what was written.
  --packages: keeps what npm installs in this folder, outside the repository, for the next run.
  Ends with 0 if all that run here hold, 1 if one does not, 2 if it could not be carried out.`

const { values } = readArguments(usage, { options: { only: { type: 'string' }, packages: { type: 'string' } } })
const generators = new URL('generators/', import.meta.url)
const files = (await readdir(generators)).filter((file) => file.endsWith('.generator.ts')).sort()
const all = await Promise.all(
  files.map(async (file) => ((await import(new URL(file, generators).href)) as { generator: SiteGenerator }).generator),
)
const only = values.only?.split(',')
const unknown = only?.filter((name) => !all.some((generator) => generator.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`No such generator: ${unknown.join(', ')}. Use some of ${all.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

try {
  const rows: string[] = []
  let broken = 0
  for (const generator of all.filter(({ name }) => only?.includes(name) ?? true)) {
    const { version, listings, notRun } = await checkGenerator(generator)
    broken += listings.filter(({ differences }) => differences.length > 0).length
    rows.push(...listings.map((listing) => rowOf(generator.name, version, listing)))
    if (notRun !== undefined) rows.push(`| ${generator.name} | ${version} | not run: ${notRun} | | | | |`)
  }
  const header = '| generator | version | file | read as | pages | dates | result |\n|---|---|---|---|---|---|---|'
  console.log(`\n${[header, ...rows].join('\n')}\n`)
  console.log(broken === 0 ? 'all that ran held' : `${broken} files were not read as they were written`)
  process.exitCode = broken === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}

type Checked = { version: string; listings: CheckedListing[]; notRun?: string }

async function checkGenerator(generator: SiteGenerator): Promise<Checked> {
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), `pagebell-${generator.name}-`))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const origin = `https://${generator.name}.example`
  console.log(`${generator.name} is being built`)
  try {
    const site = await generator.build({ folder, origin, packages: values.packages ?? folder })
    cleaning.defer(() => site[Symbol.asyncDispose]?.() ?? Promise.resolve())
    const listings: CheckedListing[] = []
    for (const expected of site.listings) listings.push(await checkListing(site, origin, expected))
    return { version: site.version, listings }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return { version: '–', listings: [], notRun: error.message }
  }
}

function rowOf(
  name: string,
  version: string,
  { path, kind, files, pages, dates, differences }: CheckedListing,
): string {
  for (const difference of differences) console.log(`${name} ${path}: ${difference}`)
  const readAs = kind === 'index' ? `index of ${files} ${files === 1 ? 'file' : 'files'}` : kind
  const result = differences.length === 0 ? 'as written' : `WRONG: ${differences[0]}`
  return `| ${name} | ${version} | ${path} | ${readAs} | ${pages} | ${dates} | ${result} |`
}
