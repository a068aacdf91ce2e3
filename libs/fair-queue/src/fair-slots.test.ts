import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createFairSlots, NoSlot } from './fair-slots.ts'

/** Work in virtual time: one step ends all work in progress. */
function harness(limits: Parameters<typeof createFairSlots>[0]) {
  const fair = createFairSlots(limits)
  const underWay: { key: string; end: () => void }[] = []
  const begun: string[] = []
  const run = (key: string, signal?: AbortSignal) =>
    fair.run(
      key,
      () =>
        new Promise<void>((end) => {
          begun.push(key)
          underWay.push({ key, end })
        }),
      signal,
    )
  const step = async () => {
    for (const { end } of underWay.splice(0)) end()
    await new Promise(setImmediate)
  }
  return { fair, run, step, begun, underWay }
}

describe('work that waits for a slot', () => {
  it('begins after at most one turn of each other key, whatever they have waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (backlogs, slots) => {
          const { run, step, begun } = harness({ slots })
          const all = backlogs.flatMap((count, index) => Array.from({ length: count }, () => run(`busy-${index}`)))
          const late = run('late')
          const rounds = Math.ceil((backlogs.length + slots) / slots) + 1
          for (let round = 0; round < rounds; round += 1) await step()
          expect(begun).toContain('late')
          for (let left = all.length; left > 0; left -= slots) await step()
          await Promise.all([...all, late])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('never exceeds the slots in all or of a key, and all of it is done in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (keys, slots, slotsPerKey) => {
          const { fair, run, step, begun, underWay } = harness({ slots, slotsPerKey })
          const all = keys.map((key) => run(key))
          for (let round = 0; round <= keys.length; round += 1) {
            await new Promise(setImmediate)
            expect(underWay.length).toBeLessThanOrEqual(slots)
            for (const group of Map.groupBy(underWay, ({ key }) => key).values()) {
              expect(group.length).toBeLessThanOrEqual(slotsPerKey)
            }
            await step()
          }
          await Promise.all(all)
          expect(begun).toHaveLength(keys.length)
          expect({ active: fair.active, waiting: fair.waiting }).toEqual({ active: 0, waiting: 0 })
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is refused past the limit of its key, while another key still has room', async () => {
    const { fair, run, step } = harness({ slots: 1, maxWaiting: 10, maxWaitingPerKey: 1 })
    const first = run('a')
    const second = run('a')
    await expect(run('a')).rejects.toBeInstanceOf(NoSlot)
    const other = run('b')
    expect(fair.waiting).toBe(2)
    for (let round = 0; round < 3; round += 1) await step()
    await Promise.all([first, second, other])
  })

  it('leaves the queue when its signal is aborted, and the slot goes to the next', async () => {
    const { fair, run, step, begun } = harness({ slots: 1 })
    const stop = new AbortController()
    const first = run('a')
    const aborted = run('b', stop.signal)
    const last = run('c')
    stop.abort(new Error('too late'))
    await expect(aborted).rejects.toThrow('too late')
    await step()
    await step()
    await Promise.all([first, last])
    expect(begun).toEqual(['a', 'c'])
    expect(fair.active).toBe(0)
  })

  it('holds a slot that it took until it disposes of it, and gives it back once', async () => {
    const fair = createFairSlots({ slots: 1 })
    const first = await fair.take('a')
    const second = fair.take('b')
    const third = fair.take('c')
    expect([fair.active, fair.waiting]).toEqual([1, 2])
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    const held = await second
    expect([fair.active, fair.waiting]).toEqual([1, 1])
    held[Symbol.dispose]()
    ;(await third)[Symbol.dispose]()
    expect([fair.active, fair.waiting]).toEqual([0, 0])
  })

  it('gives its slot back when it throws', async () => {
    const fair = createFairSlots({ slots: 1 })
    await expect(fair.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await expect(fair.run('b', () => Promise.resolve('done'))).resolves.toBe('done')
  })
})
