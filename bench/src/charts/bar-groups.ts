import type { AnalyzedPage } from '../analyzer/measure-analyzer.ts'
import type { GatewayPage } from '../gateway/measure-gateway.ts'
import type { Idle, IdleProcess } from '../idle/measure-idle.ts'
import type { IntakeLoad } from '../intake/measure-intake.ts'
import type { RatedPage } from '../lighthouse/measure-lighthouse.ts'
import type { Lists } from '../lists/measure-lists.ts'
import type { NotifierFigures } from '../notifier/measure-notifier.ts'
import type { NotifierBusy } from '../notifier/measure-notifier-busy.ts'
import { maxDuplicateShare } from '../notifier/start-engine.ts'
import type { Pages } from '../pages/measure-pages.ts'
import type { Slow } from '../slow/measure-slow.ts'
import type { Soak } from '../soak/measure-soak.ts'
import { intakeBoundsOf, limits, ofOneProcess } from '../targets.ts'
import type { TelemetryPrice } from '../telemetry/measure-telemetry.ts'
import type { BarGroup } from './draw-bars.ts'

type Ratio = { name: string; ratio: number }

const barsOf = (figures: readonly Ratio[], isOurs: (name: string) => boolean) =>
  figures.map(({ name, ratio }) => ({ label: name, ratio, isOurs: isOurs(name) }))

const isIntake = (name: string): boolean => name.startsWith('Pagebell')

export const intakeBars = (measured: readonly IntakeLoad[]): BarGroup[] =>
  measured.map((one) => ({
    title: one.load,
    bars: barsOf(one.figures, isIntake),
    targets: intakeBoundsOf(one).map(({ says, min, ofVariant }) => ({
      label: `${min} ${says}`,
      ratio: min * ofVariant,
    })),
  }))

export function gatewayBars(measured: readonly GatewayPage[]): BarGroup[] {
  return measured.map(({ page, figures }) => ({
    title: page,
    bars: barsOf(figures, (name) => name.startsWith('gateway')),
    targets: [{ label: 'to reach', ratio: ofOneProcess(page) }],
  }))
}

export function listsBars({ sizes, figures }: Lists): BarGroup[] {
  return [2, 5].map((maxRatio) => ({
    title: `time at ${sizes.large.name} to time at ${sizes.small.name}`,
    bars: figures
      .filter(({ toReach }) => toReach === maxRatio)
      .map(({ list, ratio }) => ({ label: list, ratio, isOurs: true })),
    targets: [{ label: 'at most', ratio: maxRatio }],
  }))
}

export function notifierBars({ taken }: NotifierFigures): BarGroup[] {
  const bars = barsOf(taken, (name) => name.startsWith('Pagebell'))
  return [
    {
      title: 'URLs a second from queue to engine and log',
      bars,
      targets: [{ label: 'to reach', ratio: limits.notifier }],
    },
  ]
}

export function notifierBusyBars({ busyProcesses, duplicateShare }: NotifierBusy): BarGroup[] {
  const bars = [{ label: `beside ${busyProcesses} busy processes`, ratio: duplicateShare, isOurs: true }]
  return [
    {
      title: 'duplicates among URLs that an engine receives',
      bars,
      targets: [{ label: 'max', ratio: maxDuplicateShare }],
    },
  ]
}

export function telemetryBars(measured: readonly TelemetryPrice[]): BarGroup[] {
  return measured.map(({ work, figures }) => ({
    title: work,
    bars: barsOf(figures, (name) => name !== 'without'),
    targets: [{ label: 'on, to reach', ratio: limits.telemetryOn }],
  }))
}

export function idleBars({ processes }: Idle): BarGroup[] {
  const [bare] = processes
  const bars = (ratioOf: (one: IdleProcess) => number) =>
    processes.map((one) => ({
      label: one === bare ? one.name : `${one.name}, telemetry ${one.telemetry}`,
      ratio: ratioOf(one),
      isOurs: one !== bare,
    }))
  const maximum = (ratio: number) => [{ label: 'at most', ratio }]
  return [
    { title: 'time to ready', bars: bars(({ readyRatio }) => readyRatio), targets: maximum(limits.idle.ready) },
    { title: 'memory', bars: bars(({ memoryRatio }) => memoryRatio), targets: maximum(limits.idle.memory) },
  ]
}

export function analyzerBars(measured: readonly AnalyzedPage[]): BarGroup[] {
  return measured.map(({ page, figures }) => ({
    title: page,
    bars: barsOf(figures, (name) => name !== 'parse5 alone'),
    targets: [{ label: 'to reach', ratio: limits.parsing }],
  }))
}

export function pagesBars({ read, sizes, lists }: Pages): BarGroup[] {
  return [
    ...read.map(({ page, figures }) => ({
      title: page,
      bars: barsOf(figures, (name) => name !== 'parse5 alone'),
      targets: [{ label: 'to reach', ratio: limits.parsing }],
    })),
    {
      title: `time at ${sizes.large.name} to time at ${sizes.small.name}`,
      bars: lists.map(({ list, ratio }) => ({ label: list, ratio, isOurs: true })),
      targets: [{ label: 'at most', ratio: limits.rememberedLists }],
    },
  ]
}

export function lighthouseBars(measured: readonly RatedPage[]): BarGroup[] {
  return measured.map(({ page, figures }) => ({
    title: `${page}, pages in the same time`,
    bars: barsOf(figures, (name) => name.startsWith('Pagebell')),
    targets: [{ label: 'to reach', ratio: limits.lighthouse }],
  }))
}

export function slowBars({ slow, p99Ratio }: Slow): BarGroup[] {
  const bars = [
    { label: 'alone', ratio: 1, isOurs: false },
    { label: `beside ${slow} slow connections`, ratio: p99Ratio, isOurs: true },
  ]
  return [{ title: 'p99 of the others', bars, targets: [] }]
}

export function soakBars({ p50, p99, growth }: Soak): BarGroup[] {
  return [
    {
      title: 'p99 to p50',
      bars: [{ label: 'intake', ratio: p99 / p50, isOurs: true }],
      targets: [{ label: 'at most', ratio: limits.soak.p99 }],
    },
    {
      title: 'memory in the last fifth to the first',
      bars: [{ label: 'intake', ratio: 1 + growth, isOurs: true }],
      targets: [{ label: 'at most', ratio: limits.soak.memory }],
    },
  ]
}
