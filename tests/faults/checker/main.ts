import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figures, readFigures } from './figures.ts'
import { readEvidence } from './read-evidence.ts'
import { answers } from './rules/answers.ts'
import { apart } from './rules/apart.ts'
import { drained } from './rules/drained.ts'
import { durable } from './rules/durable.ts'
import { ledger, limit } from './rules/quota.ts'
import { reached } from './rules/reached.ts'
import { refused } from './rules/refused.ts'
import { goodTokens, tokens } from './rules/tokens.ts'
import { whole } from './rules/whole.ts'
import { duplicate, once } from './rules/window.ts'
import { settle } from './settle.ts'

// A program of its own that shares no line with the services: it believes the histories and the dump alone.
const folder = process.argv[2] ?? '.'
const rules = [
  durable,
  whole,
  reached,
  refused,
  ledger,
  limit,
  once,
  duplicate,
  tokens,
  goodTokens,
  drained,
  apart,
  answers,
]

const settled = settle(readEvidence(folder))
const violations = rules.flatMap((rule) => rule.findBroken(settled).map((what) => ({ promise: rule.promise, what })))
const figures = readFigures(settled)
const text = write(figures)
writeFileSync(join(folder, 'verdict.json'), JSON.stringify({ violations, figures }, null, 2))
writeFileSync(join(folder, 'verdict.txt'), text)
console.log(text)
process.exitCode = violations.length === 0 ? 0 : 1

function write({ strikes, ...run }: Figures): string {
  const struck = strikes.reduce((sum, { times }) => sum + times, 0)
  const share = run.acceptedUrls === 0 ? 0 : (100 * run.duplicates) / run.acceptedUrls
  return [
    '| fault | times | longest gap in accepting, s | first 202 after its end, s |',
    '|---|---|---|---|',
    ...strikes.map(
      (one) =>
        `| ${one.name} | ${one.times}${one.failed > 0 ? ` (${one.failed} failed)` : ''} | ${sec(one.longestGapMs)} | ${sec(one.longestReturnMs)} |`,
    ),
    '',
    `${run.seconds} s, ${struck} faults, ${run.requests} requests (${Object.entries(run.answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')})`,
    `${run.acceptedUrls} URLs accepted in ${run.batches} batches; ${run.arrivals} arrived, ${run.duplicates} of them once more than needed (${share.toFixed(3)} %)`,
    `longest gap in accepting ${sec(run.longestGapMs)} s; from 202 to the engine p50 ${sec(run.p50Ms)} s, p99 ${sec(run.p99Ms)} s`,
    `${violations.length} violations`,
    ...violations.slice(0, 40).map(({ promise, what }) => `  ${promise}: ${what}`),
    '',
  ].join('\n')
}

function sec(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2)
}
