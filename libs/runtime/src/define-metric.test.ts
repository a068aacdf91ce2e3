import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { metrics as api } from '@opentelemetry/api'
import { counter, gauge } from './define-metric.ts'
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
  type Callback = (result: { observe(value: number, labels: object): void }) => Promise<void>
  const added: [string, number, object][] = []
  const callbacks = new Set<Callback>()

  beforeAll(() => {
    const meter = {
      createCounter: (name: string) => ({ add: (value: number, labels: object) => added.push([name, value, labels]) }),
      createObservableGauge: () => ({
        addCallback: (one: Callback) => callbacks.add(one),
        removeCallback: (one: Callback) => callbacks.delete(one),
      }),
    }
    api.setGlobalMeterProvider({ getMeter: () => meter as never })
  })
  afterAll(() => api.disable())

  it('is counted from its first use on', () => {
    const cakes = counter({ name: 'probe.cakes', unit: '{cake}', description: 'Cakes.', labels: ['kind'] })
    cakes.add(2, { kind: 'plum' })
    expect(added).toEqual([['probe.cakes', 2, { kind: 'plum' }]])
  })

  it('that is read can fail without holding up the others, and is over when disposed', async () => {
    const seen: number[] = []
    const collect = () => Promise.all([...callbacks].map((one) => one({ observe: (value) => void seen.push(value) })))
    const depth = gauge({ name: 'probe.depth', unit: '1', description: 'Depth.', labels: [] })
    const failing = depth.read(() => Promise.reject(new Error('away')))
    const reading = depth.read(() => [{ value: 3, labels: {} }])
    await collect()
    failing[Symbol.dispose]()
    reading[Symbol.dispose]()
    await collect()
    expect(seen).toEqual([3])
  })
})
