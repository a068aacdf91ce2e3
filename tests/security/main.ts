import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'
import { findTest } from '../removals/find-test.ts'
import { patternOf } from '../removals/take-away.ts'
import type { Threat } from './threat.ts'
import { threats } from './threats.ts'
import { writeThreats } from './write-threats.ts'

const help = `npm run test:security -- [--removals [--only words] [--after N] [--first-whole]]

Runs the tests of all threats and prints the table of them with a verdict for each row; ends with 1 if one does not hold or
has no test. Writes docs/threats.md, the same table without verdicts. --removals: takes each guard away instead, in a copy of
the project, and wants its test to be red (as npm run test:removals -- --threats).`

type Result = { testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[] }

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(help)
} else if (args.includes('--removals')) {
  const rest = args.filter((arg) => arg !== '--removals')
  process.exitCode = await run(['tests/removals/main.ts', '--threats', ...rest])
} else {
  process.exitCode = (await holdAll()) ? 0 : 1
}

async function holdAll(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-threats-'))
  const results = join(folder, 'results.json')
  const files = [...new Set(threats.map(({ test }) => findTest(test).file)), 'tests/security/threats.test.ts']
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
  await writeFile(join(workspace, 'docs/threats.md'), writeThreats())
  // On every core: jest alone leaves one idle.
  const onEveryCore = ['--ci', '--maxWorkers=100%']
  const code = await run([...jest, ...onEveryCore, '--json', `--outputFile=${results}`, '--runTestsByPath', ...files])
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as Result
  await rm(folder, { recursive: true })

  const verdicts = new Map(threats.map((threat) => [threat, verdictOf(threat, testResults)]))
  console.log(writeThreats((threat) => verdicts.get(threat) ?? ''))
  const held = [...verdicts.values()].filter((verdict) => verdict.startsWith('holds')).length
  console.log(`${held} of ${threats.length} threats are held by their tests; jest ended with ${code}.`)
  return held === threats.length && code === 0
}

function verdictOf({ test }: Threat, results: Result['testResults']): string {
  const title = new RegExp(patternOf(test.title))
  const { file } = findTest(test)
  const found = results.find(({ name }) => name === join(workspace, file))?.assertionResults ?? []
  const matching = found.filter(({ fullName }) => title.test(fullName))
  if (matching.length === 0) return 'no test'
  const failed = matching.filter(({ status }) => status !== 'passed').length
  return failed === 0 ? `holds (${matching.length})` : `fails (${failed} of ${matching.length})`
}

/** A program of Node's in the workspace, on this terminal; answers its exit code. What jest writes as JSON goes nowhere. */
async function run(programAndArgs: string[]): Promise<number> {
  const isQuiet = programAndArgs.includes('--json')
  const child = spawn(process.execPath, programAndArgs, {
    cwd: workspace,
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
