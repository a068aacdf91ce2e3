import { describe, expect, it } from '@jest/globals'
import { idleTable } from './idle/idle-table.ts'
import { intakeTable } from './intake/intake-table.ts'
import type { ServerFigures } from './servers/compare-servers.ts'
import { gatewayTargets, idleTargets, intakeTargets, targetTable } from './targets.ts'

const figures = (name: string, ratio: number): ServerFigures => {
  const cpuMicros = { node: 60, postgres: 40 }
  return { name, perSecond: 100 * ratio, lowest: 90, highest: 110, p50: 1, p99: 2, cpuMicros, memory: 80, ratio }
}
const ceiling = figures('Fastify, validating only', 1)
const intake = figures('Pagebell intake', 0.3)
const newUrls = (load: string) => ({
  load,
  urls: 1,
  figures: [
    ceiling,
    intake,
    figures('Fastify + pg-boss', 0.1),
    figures('Fastify + graphile-worker', 0.25),
    figures('Fastify + BullMQ, appendfsync always', 0.2),
    figures('Fastify + BullMQ, appendfsync everysec (weaker)', 0.4),
  ],
})

describe('the targets of intake', () => {
  it('compare new URLs with the ceiling, and with queues that are as durable', () => {
    const loads = ['1 URL a request, 50', '1 URL a request, 200', '100 URLs a request, 50']
    const targets = intakeTargets(loads.map((load) => newUrls(`${load} connections`)))
    expect(targets.map(({ figure, measured, min }) => [figure.split(': ')[1], measured.toFixed(2), min])).toEqual([
      ['of the ceiling', '0.30', 0.17],
      ['times pg-boss', '3.00', 2.5],
      ['of the ceiling', '0.30', 0.25],
      ['times pg-boss', '3.00', 2.5],
      ['of BullMQ always', '1.50', 0.8],
      ['times pg-boss', '3.00', 2],
      ['times graphile-worker', '1.20', 1.6],
    ])
  })

  it('compare duplicates with the ceiling, and a hot account with fifty', () => {
    const fifty = figures('Pagebell intake, 50 accounts', 1)
    const loads = [
      { load: 'all duplicates, 50 connections', urls: 1, figures: [ceiling, intake] },
      {
        load: 'one hot account, 50 connections',
        urls: 1,
        figures: [fifty, figures('Pagebell intake, one account', 0.8)],
      },
    ]
    expect(intakeTargets(loads).map(({ measured, min }) => [measured, min])).toEqual([
      [0.3, 0.2],
      [0.8, 0.7],
    ])
  })
})

it('the gateway is compared with Moleculer for one report and for ten', () => {
  const variants = [figures('one', 1), figures('gateway → gRPC', 0.6), figures('Nest', 0.3), figures('Moleculer', 0.5)]
  const targets = ['report by id', 'list of 10', 'list of 100'].map((page) =>
    gatewayTargets([{ page, bytes: 1, figures: variants }]),
  )
  expect(targets.map((ofPage) => ofPage.map(({ measured, min }) => [measured, min]))).toEqual([
    [
      [0.6, 0.6],
      [2, 1.7],
      [1.2, 1],
    ],
    [
      [0.6, 0.6],
      [2, 1.7],
      [1.2, 1],
    ],
    [
      [0.6, 0.5],
      [2, 1.7],
    ],
  ])
})

it('a target is reached within its range, limits included, and not without a figure', () => {
  const targets = [
    { figure: 'a', measured: 0.5, min: 0.5 },
    { figure: 'b', measured: 5.01, max: 5 },
    { figure: 'c', measured: 1, min: 0.95, max: 1.05 },
    { figure: 'd', measured: Number.NaN, min: 1 },
  ]
  expect(targetTable(targets).slice(2, -1)).toEqual([
    '| a | ≥ 0.5 | 0.500 | yes |',
    '| b | ≤ 5 | 5.01 | **no** |',
    '| c | 0.95–1.05 | 1 | yes |',
    '| d | ≥ 1 | NaN | **no** |',
  ])
  expect(targetTable([])).toEqual([])
})

it('tables name a load once, and add up the CPU of all processes', () => {
  expect(intakeTable([{ load: 'one URL', urls: 1, figures: [ceiling, intake] }]).slice(2)).toEqual([
    '| one URL | Fastify, validating only | 100 (90.0–110) | 2.00 | 100 | 1.00 |',
    '|  | Pagebell intake | 30.0 (90.0–110) | 2.00 | 100 | 0.30 |',
  ])
})

it('a service has one line, without telemetry and with it, and the slowest one counts', () => {
  const idle = (name: string, telemetry: 'off' | 'on', ratio: number) => {
    return { name, telemetry, readyMs: 100 * ratio, megabytes: 50 * ratio, readyRatio: ratio, memoryRatio: ratio }
  }
  const processes = [
    idle('bare', 'off', 1),
    idle('report', 'off', 1.25),
    idle('gateway', 'off', 1.5),
    idle('report', 'on', 2),
    idle('gateway', 'on', 1.75),
  ]
  const atRest = [
    { name: 'report', megabytes: 100, ofCore: 0.005 },
    { name: 'postgres', megabytes: 150, ofCore: 0.0125 },
  ]
  expect(idleTable({ processes, atRest }).slice(2)).toEqual([
    '| bare | 100 | 1.00 | 50 | 1.00 |',
    '| report | 125, 200 | 1.25, 2.00 | 63, 100 | 1.25, 2.00 |',
    '| gateway | 150, 175 | 1.50, 1.75 | 75, 88 | 1.50, 1.75 |',
  ])
  expect(idleTargets({ processes, atRest }).map(({ figure }) => figure)).toEqual([
    'time to ready, telemetry off, the highest: gateway',
    'memory, telemetry off, the highest: gateway',
    'time to ready, telemetry on, the highest: report',
    'memory, telemetry on, the highest: report',
    'the whole system at rest, MB',
    'the whole system at rest, % of a core',
  ])
})
