import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { counter, gauge, histogram } from '@pagebell/runtime/define-metric'
import { type Counting, countMetrics } from './count-metrics.ts'

describe('a metric', () => {
  const about = { unit: '1', description: 'A probe.' }
  let counting: Counting
  beforeEach(() => {
    counting = countMetrics()
  })
  afterEach(() => counting[Symbol.dispose]())

  it('adds up by its labels, in any order and without those that are undefined', async () => {
    const cakes = counter({ ...about, name: 'probe.cakes', labels: ['kind', 'size'] })
    cakes.add(2, { kind: 'plum', size: 1 })
    cakes.add(3, { size: 1, kind: 'plum' })
    cakes.add(1, { kind: 'plum', size: undefined })
    expect(await counting.read('probe.cakes')).toEqual([
      { labels: { kind: 'plum', size: 1 }, value: 5 },
      { labels: { kind: 'plum' }, value: 1 },
    ])
  })

  it('is 0 before its first value if it is a counter without labels, so that its first increase is seen', async () => {
    counter({ ...about, name: 'probe.plain', labels: [] })
    counter({ ...about, name: 'probe.kinds', labels: ['kind'] })
    expect(await counting.read('probe.plain')).toEqual([{ labels: {}, value: 0 }])
    expect(await counting.read('probe.kinds')).toEqual([])
  })

  it('puts a value into the first bucket whose bound it does not exceed', async () => {
    const times = histogram({ ...about, name: 'probe.times', labels: [], buckets: [1, 5] })
    for (const value of [0.5, 1, 1.5, 5, 6]) times.record(value, {})
    expect(await counting.read('probe.times')).toEqual([
      {
        labels: {},
        value: { count: 5, sum: 14, min: 0.5, max: 6, buckets: { boundaries: [1, 5], counts: [2, 2, 1] } },
      },
    ])
  })

  it('that is declared first counts as soon as counting starts, and not before', async () => {
    counting[Symbol.dispose]()
    const early = counter({ ...about, name: 'probe.early', labels: [] })
    early.add(1, {})
    counting = countMetrics()
    expect(await counting.read('probe.early')).toEqual([{ labels: {}, value: 0 }])
    early.add(1, {})
    expect(await counting.read('probe.early')).toEqual([{ labels: {}, value: 1 }])
  })

  it('keeps 2,000 sets of labels between two collections, the last of them for all further ones', async () => {
    const many = counter({ ...about, name: 'probe.many', labels: ['kind'] })
    for (let kind = 0; kind < 2_010; kind++) many.add(1, { kind })
    const points = await counting.read('probe.many')
    expect(points).toHaveLength(2_000)
    expect(points.at(-1)).toEqual({ labels: { 'otel.metric.overflow': true }, value: 11 })
  })

  it('that is read can fail without holding up the others, and is over when disposed', async () => {
    const depth = gauge({ ...about, name: 'probe.depth', labels: [] })
    const failing = depth.read(() => Promise.reject(new Error('away')))
    const throwing = depth.read(() => {
      throw new Error('broken')
    })
    const reading = depth.read(() => [{ value: 3, labels: {} }])
    expect(await counting.read('probe.depth')).toEqual([{ labels: {}, value: 3 }])
    for (const reader of [failing, throwing, reading]) reader[Symbol.dispose]()
    expect(await counting.read('probe.depth')).toEqual([])
  })
})
