import type { AnalyzedPage } from './analyzer/measure-analyzer.ts'
import type { GatewayPage } from './gateway/measure-gateway.ts'
import { type AtRest, totalOf } from './idle/measure-at-rest.ts'
import type { Idle } from './idle/measure-idle.ts'
import type { IntakeLoad } from './intake/measure-intake.ts'
import type { RatedPage } from './lighthouse/measure-lighthouse.ts'
import type { Lists } from './lists/measure-lists.ts'
import type { NotifierFigures } from './notifier/measure-notifier.ts'
import type { NotifierBusy } from './notifier/measure-notifier-busy.ts'
import { maxDuplicateShare } from './notifier/start-engine.ts'
import type { Pages } from './pages/measure-pages.ts'
import { rounded } from './rounded.ts'
import type { Soak } from './soak/measure-soak.ts'
import type { TelemetryPrice } from './telemetry/measure-telemetry.ts'

/** A figure of a row, and the least or the greatest value that reaches the target. */
export type Target = { figure: string; measured: number; min?: number; max?: number }

type Ratio = { name: string; ratio: number }

/** Limits that the charts draw too. */
export const limits = {
  notifier: 0.35,
  telemetryOn: 0.9,
  idle: { ready: 2, memory: 1.5 },
  /** To keep; the second for the slowest machine that it was measured on. */
  atRest: { megabytes: 800, percentOfCore: 25 },
  parsing: 0.5,
  rememberedLists: 2,
  lighthouse: 50,
  soak: { p99: 5, memory: 1.05 },
}
export const ofOneProcess = (page: string): number => (page === 'list of 100' ? 0.5 : 0.6)

/** The variants that bound intake, by load. Those that are less durable bound nothing. */
const intakeBounds: Record<string, { says: string; variant: string; min: number }[]> = {
  '1 URL a request, 50 connections': [
    { says: 'of the ceiling', variant: 'Fastify, validating only', min: 0.17 },
    { says: 'times pg-boss', variant: 'Fastify + pg-boss', min: 2.5 },
  ],
  '1 URL a request, 200 connections': [
    { says: 'of the ceiling', variant: 'Fastify, validating only', min: 0.25 },
    { says: 'times pg-boss', variant: 'Fastify + pg-boss', min: 2.5 },
    { says: 'of BullMQ always', variant: 'Fastify + BullMQ, appendfsync always', min: 0.8 },
  ],
  '100 URLs a request, 50 connections': [
    { says: 'times pg-boss', variant: 'Fastify + pg-boss', min: 2 },
    { says: 'times graphile-worker', variant: 'Fastify + graphile-worker', min: 1.6 },
  ],
  'all duplicates, 50 connections': [{ says: 'of the ceiling', variant: 'Fastify, validating only', min: 0.2 }],
  'one hot account, 50 connections': [{ says: 'of 50 accounts', variant: 'Pagebell intake, 50 accounts', min: 0.7 }],
}

const ratioOf = (figures: readonly Ratio[], name: string): number =>
  figures.findLast((one) => one.name.startsWith(name))?.ratio ?? Number.NaN

/** The bounds of a load, with the ratio of each variant to the load's first one. Throws for a load that has none. */
export function intakeBoundsOf({ load, figures }: IntakeLoad) {
  const bounds = intakeBounds[load]
  if (bounds === undefined) throw new Error(`There are no targets for ${load}.`)
  return bounds.map(({ says, variant, min }) => ({ says, min, ofVariant: ratioOf(figures, variant) }))
}

export const intakeTargets = (measured: readonly IntakeLoad[]): Target[] =>
  measured.flatMap((one) =>
    intakeBoundsOf(one).map(({ says, min, ofVariant }) => ({
      figure: `${one.load}: ${says}`,
      measured: ratioOf(one.figures, 'Pagebell intake') / ofVariant,
      min,
    })),
  )

export function gatewayTargets(measured: readonly GatewayPage[]): Target[] {
  return measured.flatMap(({ page, figures }): Target[] => {
    const ratio = ratioOf(figures, 'gateway')
    const times = (name: string): number => ratio / ratioOf(figures, name)
    return [
      { figure: `${page}: of one process`, measured: ratio, min: ofOneProcess(page) },
      { figure: `${page}: times Nest`, measured: times('Nest'), min: 1.7 },
      ...(page === 'list of 100' ? [] : [{ figure: `${page}: times Moleculer`, measured: times('Moleculer'), min: 1 }]),
    ]
  })
}

export function listsTargets({ figures }: Lists): Target[] {
  return [2, 5].map((max) => {
    const worst = highest(
      figures.filter(({ toReach }) => toReach === max),
      ({ ratio }) => ratio,
    )
    return {
      figure: `${max === 2 ? 'pages and cursors' : 'searches'}, the highest: ${worst.list}`,
      measured: worst.ratio,
      max,
    }
  })
}

export function notifierTargets({ taken, waitedTogether: { urls, calls } }: NotifierFigures): Target[] {
  const [bare, ours] = taken
  const postgres = (ours?.cpuMicros['postgres'] ?? Number.NaN) / (bare?.cpuMicros['postgres'] ?? Number.NaN)
  return [
    { figure: 'URLs a second, of the bare loop', measured: ratioOf(taken, 'Pagebell'), min: limits.notifier },
    // 50 µs where the bare loop takes 3.5.
    { figure: 'CPU of PostgreSQL a URL, times the bare loop', measured: postgres, max: 14 },
    {
      figure: `engine requests for ${urls} one-URL batches of one host that waited together`,
      measured: calls,
      max: 20,
    },
  ]
}

export function notifierBusyTargets({ duplicateShare }: NotifierBusy): Target[] {
  return [
    { figure: 'duplicates, % of the URLs received', measured: 100 * duplicateShare, max: 100 * maxDuplicateShare },
  ]
}

export function idleTargets({ processes, atRest }: Idle): Target[] {
  const [, ...ours] = processes
  return [
    ...(['off', 'on'] as const).flatMap((telemetry) => {
      const ofKind = ours.filter((one) => one.telemetry === telemetry)
      const [slowest, largest] = [
        highest(ofKind, ({ readyRatio }) => readyRatio),
        highest(ofKind, ({ memoryRatio }) => memoryRatio),
      ]
      return [
        {
          figure: `time to ready, telemetry ${telemetry}, the highest: ${slowest.name}`,
          measured: slowest.readyRatio,
          max: limits.idle.ready,
        },
        {
          figure: `memory, telemetry ${telemetry}, the highest: ${largest.name}`,
          measured: largest.memoryRatio,
          max: limits.idle.memory,
        },
      ]
    }),
    ...atRestTargets(atRest),
  ]
}

function atRestTargets(atRest: readonly AtRest[]): Target[] {
  const [megabytes, ofCore] = totalOf(atRest)
  return [
    { figure: 'the whole system at rest, MB', measured: megabytes, max: limits.atRest.megabytes },
    { figure: 'the whole system at rest, % of a core', measured: 100 * ofCore, max: limits.atRest.percentOfCore },
  ]
}

export function telemetryTargets(measured: readonly TelemetryPrice[]): Target[] {
  return measured.flatMap(({ work, figures }): Target[] => {
    const off = figures.find(({ name }) => name === 'off')?.ratio ?? Number.NaN
    const hasNoLog = figures.some(({ name }) => name.endsWith('no request log'))
    return [
      { figure: `${work}: off, of without`, measured: off, min: 1 },
      { figure: `${work}: on, of without`, measured: ratioOf(figures, 'on'), min: limits.telemetryOn },
      ...(hasNoLog
        ? [
            {
              figure: `${work}: off, of no request log`,
              measured: off / ratioOf(figures, 'off, no request log'),
              min: 0.95,
              max: 1.05,
            },
          ]
        : []),
    ]
  })
}

export const analyzerTargets = (measured: readonly Pick<AnalyzedPage, 'page' | 'figures'>[]): Target[] =>
  measured.map(({ page, figures }) => ({
    figure: `${page}: of parse5 alone`,
    measured: ratioOf(figures, 'parse5, '),
    min: limits.parsing,
  }))

export function pagesTargets({ read, sizes: { large }, stored, lists }: Pages): Target[] {
  const worst = highest(lists, ({ ratio }) => ratio)
  return [
    ...analyzerTargets(read),
    { figure: `lists, the highest: ${worst.list}`, measured: worst.ratio, max: limits.rememberedLists },
    { figure: `MB of tables for ${large.name}`, measured: stored.tables, max: (400 * large.pages) / 1_000_000 },
  ]
}

export const lighthouseTargets = (measured: readonly RatedPage[]): Target[] =>
  measured.map(({ page, figures }) => ({
    figure: `${page}: times Lighthouse`,
    measured: ratioOf(figures, 'Pagebell'),
    min: limits.lighthouse,
  }))

export const soakTargets = ({ p50, p99, growth }: Soak): Target[] => [
  { figure: 'p99 to p50', measured: p99 / p50, max: limits.soak.p99 },
  { figure: 'memory of the last fifth to the first', measured: 1 + growth, max: limits.soak.memory },
]

/** Empty if the row has no target. */
export function targetTable(targets: readonly Target[]): string[] {
  if (targets.length === 0) return []
  return [
    '| figure | target | measured | reached |',
    '|---|---|---|---|',
    ...targets.map(({ figure, measured, min, max }) => {
      const isReached = measured >= (min ?? -Infinity) && measured <= (max ?? Infinity)
      return `| ${figure} | ${rangeOf(min, max)} | ${Number.isInteger(measured) ? measured : rounded(measured)} | ${isReached ? 'yes' : '**no**'} |`
    }),
    '',
  ]
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `≤ ${max}`
  return max === undefined ? `≥ ${min}` : `${min}–${max}`
}

function highest<Item>(items: readonly Item[], figureOf: (item: Item) => number): Item {
  return items.reduce((one, other) => (figureOf(other) > figureOf(one) ? other : one))
}
