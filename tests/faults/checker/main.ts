import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rules } from './all-rules.ts'
import { type Figures, readFigures } from './figures.ts'
import { readEvidence } from './read-evidence.ts'
import { settle } from './settle.ts'

// A separate program that shares no code with the services and reads only the histories and the dump.
const folder = process.argv[2] ?? '.'
const settled = settle(readEvidence(folder))
const violations = rules.flatMap((rule) => rule.findBroken(settled).map((what) => ({ promise: rule.promise, what })))
const figures = readFigures(settled)
const text = write(figures)
writeFileSync(join(folder, 'verdict.json'), JSON.stringify({ violations, figures }, null, 2))
writeFileSync(join(folder, 'verdict.txt'), text)
console.log(text)
process.exitCode = violations.length === 0 ? 0 : 1

function write({ faults, ...run }: Figures): string {
  const injected = faults.reduce((sum, { times }) => sum + times, 0)
  const share = run.acceptedUrls === 0 ? 0 : (100 * run.duplicates) / run.acceptedUrls
  return [
    '| fault | times | longest gap without a 202, s | recovery to first 202, s |',
    '|---|---|---|---|',
    ...faults.map(
      (one) =>
        `| ${one.name} | ${one.times}${one.failed > 0 ? ` (${one.failed} failed)` : ''} | ${sec(one.maxGapMs)} | ${sec(one.maxRecoveryMs)} |`,
    ),
    '',
    `${run.seconds} s, ${injected} faults, ${run.requests} requests (${Object.entries(run.answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')})`,
    `${run.acceptedUrls} URLs accepted in ${run.batches} batches; ${run.arrivals} arrived, ${run.duplicates} of them duplicates (${share.toFixed(3)} %)`,
    `longest gap without a 202 ${sec(run.maxGapMs)} s; from 202 to the engine p50 ${sec(run.p50Ms)} s, p99 ${sec(run.p99Ms)} s`,
    `${violations.length} violations`,
    ...violations.slice(0, 40).map(({ promise, what }) => `  ${promise}: ${what}`),
    '',
  ].join('\n')
}

function sec(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2)
}
