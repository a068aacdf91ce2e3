import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { collectMetrics, counter, countMetrics, gauge, histogram } from './define-metric.ts'
import * as declared from './metrics.ts'

describe('the declared metrics', () => {
  const all = Object.values(declared)

  it('have names of their own, units and words', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    for (const { name, unit, description, labels } of all) {
      expect(name).toMatch(/^[a-z0-9]+(\.[a-z0-9_]+)+$/)
      expect(unit).toMatch(/^(s|1|By|\{[a-z]+\})$/)
      expect(description).toMatch(/\.$/)
      expect(labels.length).toBeLessThanOrEqual(3)
    }
  })
})

describe('a metric', () => {
  const about = { unit: '1', description: 'A probe.' }
  const pointsOf = async (name: string) => (await collectMetrics()).find((one) => one.about.name === name)?.points

  beforeAll(() => countMetrics(true))
  afterAll(() => countMetrics(false))

  it('adds up what it is told, by its labels', async () => {
    const cakes = counter({ ...about, name: 'probe.cakes', labels: ['kind', 'size'] })
    cakes.add(2, { kind: 'plum', size: 1 })
    cakes.add(3, { size: 1, kind: 'plum' })
    cakes.add(1, { kind: 'plum' })
    expect(await pointsOf('probe.cakes')).toEqual([
      { labels: { kind: 'plum', size: 1 }, value: 5 },
      { labels: { kind: 'plum' }, value: 1 },
    ])
  })

  it('puts a value into the first bucket whose bound it does not exceed', async () => {
    const times = histogram({ ...about, name: 'probe.times', labels: [], buckets: [1, 5] })
    for (const value of [0.5, 1, 1.5, 5, 6]) times.record(value, {})
    expect(await pointsOf('probe.times')).toEqual([{ labels: {}, value: { count: 5, sum: 14, counts: [2, 2, 1] } }])
  })

  it('counts nothing before it is switched on', async () => {
    const early = counter({ ...about, name: 'probe.early', labels: ['kind'] })
    countMetrics(false)
    early.add(1, { kind: 'plum' })
    countMetrics(true)
    expect(await pointsOf('probe.early')).toBeUndefined()
  })

  it('keeps 2,000 sets of labels and counts the rest as one, so that it cannot fill the memory', async () => {
    const many = counter({ ...about, name: 'probe.many', labels: ['kind'] })
    for (let kind = 0; kind < 2_010; kind++) many.add(1, { kind })
    const points = (await pointsOf('probe.many')) ?? []
    expect(points).toHaveLength(2_001)
    expect(points.at(-1)).toEqual({ labels: { 'otel.metric.overflow': 'true' }, value: 10 })
  })

  it('that is read can fail without holding up the others, and is over when disposed', async () => {
    const depth = gauge({ ...about, name: 'probe.depth', labels: [] })
    const failing = depth.read(() => Promise.reject(new Error('away')))
    const reading = depth.read(() => [{ value: 3, labels: {} }])
    expect(await pointsOf('probe.depth')).toEqual([{ labels: {}, value: 3 }])
    failing[Symbol.dispose]()
    reading[Symbol.dispose]()
    expect(await pointsOf('probe.depth')).toBeUndefined()
  })
})
