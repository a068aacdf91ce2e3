import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCopy } from '../make-copy.ts'
import { type FoundModule, findModule } from './find-module.ts'
import { decisiveModules } from './modules.ts'

const help = `npm run test:mutations -- [--only words] [--after N] [--least percent]

Changes the decisive modules one place after the other (StrykerJS: conditions, operators, calls and blocks), in a copy of
the project, and runs their unit tests, which have to fail. Prints the changes that survived; ends with 1 if a module's
tests noticed fewer than 85 % of its changes, or fewer than modules.ts asks for. --only: modules with these words. --after:
leaves the first N out. --least: the score that each module has to reach, whatever modules.ts says.`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    after: { type: 'string', default: '0' },
    least: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const selected = decisiveModules.filter(({ name }) => name.includes(values.only)).slice(Number(values.after))
if (selected.length === 0) {
  console.error(`No module has these words: ${values.only}`)
  process.exit(2)
}

const tools = join(import.meta.dirname, 'tools')
if (!existsSync(join(tools, 'node_modules/.package-lock.json'))) {
  execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tools)
}

await using copy = await makeCopy()
const usual = 85
const scores: { name: string; score: number; least: number }[] = []
for (const module of selected) {
  const found = findModule(module)
  console.log(`\n${module.name}: ${found.file}`)
  const least = values.least === undefined ? (module.least ?? usual) : Number(values.least)
  scores.push({ name: module.name, least, score: await mutate(found) })
}
const low = scores.filter(({ score, least }) => score < least)
console.log(
  `\n${scores.map(({ name, score, least }) => `${score.toFixed(1).padStart(5)} %  ${name} (at least ${least} %)`).join('\n')}`,
)
console.log(`${scores.length - low.length} of ${scores.length} modules reach their score`)
process.exitCode = low.length === 0 ? 0 : 1

type Report = { files: Record<string, { mutants: { status: string }[] }> }

/** Mutates a file of the copy, prints what survived, and answers the share of the changes that a test noticed. */
async function mutate({ file, tests }: FoundModule): Promise<number> {
  const report = join(copy.folder, 'mutations.json')
  await writeFile(join(copy.folder, 'stryker.config.json'), JSON.stringify(settings(file, report)))
  await writeFile(join(copy.folder, 'stryker.jest.json'), JSON.stringify(jestSettings(tests)))
  const stryker = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  execute(process.execPath, [stryker, 'run', 'stryker.config.json'], copy.folder)
  const { files } = JSON.parse(await readFile(report, 'utf8')) as Report
  await rm(report)
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length
  const missed = statuses.filter((status) => status === 'Survived' || status === 'NoCoverage').length
  if (noticed + missed === 0) throw new Error(`${file}: nothing of it could be changed.`)
  return (100 * noticed) / (noticed + missed)
}

/** In place, since the packages of the workspace lead to the copy and not to a sandbox of Stryker's. */
function settings(file: string, report: string): object {
  return {
    inPlace: true,
    mutate: [file],
    // Most texts are for people to read; those of a union of texts are checked by the compiler.
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'jest',
    plugins: [join(tools, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    // Each run loads the modules again, so what is computed on loading is mutated, too.
    coverageAnalysis: 'off',
    jest: { projectType: 'custom', enableFindRelatedTests: false, configFile: 'stryker.jest.json' },
    concurrency: 2,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false, allowColor: false },
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    fileLogLevel: 'off',
    tempDirName: join(copy.folder, '.stryker'),
  }
}

/** The unit tests of one module and no others. */
function jestSettings(tests: readonly string[]): object {
  return {
    rootDir: '.',
    transform: {},
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: tests.map((test) => `<rootDir>/${test}`),
  }
}

function execute(program: string, args: readonly string[], folder: string): void {
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, CI: '1' },
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`)
}
