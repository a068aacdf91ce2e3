// npm run test:sites: sites of 1,000 pages by real generators and themes, in which the faults of site checks are planted
// in known numbers, crawled by `npm run analyze -- --site`. Ends with 0 if what was found is what was planted, 1 if not,
// 2 if the command itself failed.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf, type SeededSite } from '@pagebell/sandbox/seeded-page'
import { serveSeededSite } from '@pagebell/sandbox/serve-seeded-site'
import { readArguments } from '@pagebell/start/read-arguments'
import { runProgram } from '../senders/harness/run-program.ts'
import { CannotRun } from '../senders/harness/sender.ts'
import { type ComparedCheck, compareFindings, type SiteReportJson } from './compare-findings.ts'
import type { BuiltSeeds, SeedGenerator } from './site-generator.ts'

const usage = `npm run test:sites -- [--only a,b] [--pages 1000] [--write]
  Builds sites with real generators, crawls them at the usual pace (about four minutes), and compares what the site
  checks found with what was planted.
  --write: writes the table into tests/sites/README.md.
  Ends with 0 if all that run here hold, 1 if one does not, 2 if it could not be carried out.`

const { values } = readArguments(usage, {
  options: { only: { type: 'string' }, pages: { type: 'string', default: '1000' }, write: { type: 'boolean' } },
})
const root = join(import.meta.dirname, '../..')
const generators = new URL('generators/', import.meta.url)
const files = (await readdir(generators)).filter((file) => file.endsWith('.generator.ts')).sort()
const all = await Promise.all(
  files.map(async (file) => ((await import(new URL(file, generators).href)) as { generator: SeedGenerator }).generator),
)
const only = values.only?.split(',')
const unknown = only?.filter((name) => !all.some((generator) => generator.name === name)) ?? []
const size = Number(values.pages)
if (unknown.length > 0 || !(Number.isInteger(size) && size >= 50 && size <= 8_000)) {
  console.error(`Use some of ${all.map(({ name }) => name).join(', ')}, and 50 to 8000 pages.`)
  process.exit(2)
}

type Checked = {
  name: string
  version: string
  report: SiteReportJson | null
  checks: ComparedCheck[]
  notRun?: string
}

try {
  const chosen = all.filter(({ name }) => only?.includes(name) ?? true)
  const checked = await Promise.all(chosen.map(checkGenerator))
  const table = tableOf(checked)
  console.log(`\n${table}\n`)
  const broken = checked
    .flatMap(({ name, checks }) => checks.map((check) => ({ name, ...check })))
    .filter(({ differences }) => differences.length > 0)
  for (const { name, check, severity, differences } of broken)
    console.log(`${name} ${check} ${severity}: ${differences.slice(0, 10).join(', ')}`)
  const notRun = checked.filter((one) => one.report === null)
  if (notRun.length === checked.length) throw new Error('None of the generators could be run.')
  if (values.write && notRun.length > 0) throw new Error('The table is written only if all generators were run.')
  if (values.write) await writeTable(table)
  console.log(broken.length === 0 ? 'found what was planted, and nothing else' : `${broken.length} differ`)
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 2
}

async function checkGenerator({ name, build }: SeedGenerator): Promise<Checked> {
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), `pagebell-${name}-`))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const server = cleaning.use(await serveSeededSite(size))
  const { origin, site } = server
  try {
    console.log(`${name} is being built`)
    const built = await build(site, { folder, origin })
    server.useBuilt(built)
    console.log(`${name} is being crawled`)
    const command = ['services/analyzer/src/cli/cli-main.ts', '--site', `${origin}/`, '--max', '10000', '--json']
    const env = { ...process.env, FETCH_ALLOW: '127.0.0.1/32' }
    const output = await runProgram(process.execPath, command, { cwd: root, env, timeoutMs: 3_000_000 })
    const report = JSON.parse(output) as SiteReportJson
    if (report.status !== 'done') throw new Error(`The crawl of ${name} is ${report.status}.`)
    return {
      name,
      version: built.version,
      report,
      checks: compareFindings(report, expectedFindings(site, built), origin),
    }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return { name, version: '–', report: null, checks: [], notRun: error.message }
  }
}

/** What was planted, and what the generator adds by itself. */
function expectedFindings({ home, pages, planted }: SeededSite, { findings = {}, datesByBuild }: BuiltSeeds) {
  const expected = structuredClone(planted)
  for (const [check, { warn = [], fail = [] }] of Object.entries(findings)) {
    const known = expected[check] ?? {}
    expected[check] = { warn: [...(known.warn ?? []), ...warn], fail: [...(known.fail ?? []), ...fail] }
  }
  if (datesByBuild) {
    const future = expected['lastmod_truth']?.fail ?? []
    const dated = [home, ...pages].map(pathOf).filter((path) => !future.includes(path))
    expected['lastmod_truth'] = { fail: future, warn: dated }
  }
  return expected
}

/** "planted → found" by check and generator. */
function tableOf(checked: readonly Checked[]): string {
  const rows = new Set(checked.flatMap(({ checks }) => checks.map(({ check, severity }) => `${check} ${severity}`)))
  const cell = ({ checks }: Checked, row: string): string => {
    const compared = checks.find(({ check, severity }) => `${check} ${severity}` === row)
    if (compared === undefined) return '–'
    const { planted, found, differences } = compared
    return `${planted} → ${found}${differences.length === 0 ? '' : ' WRONG'}`
  }
  const heading = (of: Checked): string => `${of.name} ${of.version}`
  return [
    `| check | ${checked.map(heading).join(' | ')} |`,
    `|---|${checked.map(() => '---').join('|')}|`,
    `| pages rated | ${checked.map(({ report, notRun }) => report?.counts.rated ?? `not run: ${notRun}`).join(' | ')} |`,
    ...[...rows]
      .sort()
      .map((row) => `| \`${row.replace(' ', '` ')} | ${checked.map((of) => cell(of, row)).join(' | ')} |`),
  ].join('\n')
}

async function writeTable(table: string): Promise<void> {
  const readme = join(import.meta.dirname, 'README.md')
  const text = await readFile(readme, 'utf8')
  const [before = ''] = text.split('<!-- results -->')
  await writeFile(readme, `${before}<!-- results -->\n\n${table}\n`)
}
