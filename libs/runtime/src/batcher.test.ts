import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { createBatcher } from './batcher.ts'

type Work = { entries: number[]; finish: (results?: string[]) => void; fail: (error: Error) => void }

/** A batcher whose batches the test ends by hand. */
function batching(changes: { concurrency?: number; maxWeight?: number; timeoutMs?: number } = {}) {
  const begun: Work[] = []
  const take = createBatcher<number, string>({
    process: (entries) =>
      new Promise((resolve, reject) => {
        begun.push({
          entries,
          finish: (results = entries.map((entry) => `done ${entry}`)) => resolve(results),
          fail: reject,
        })
      }),
    concurrency: 1,
    weigh: (entry) => entry,
    maxWeight: 100,
    timeoutMs: 5_000,
    onTimeout: (started) => new Error(started ? 'late and started' : 'late and not started'),
    ...changes,
  })
  return { begun, take }
}

/** Lets what was put off to the next turns of the event loop happen. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

/** Timers that the test advances, so that a busy machine does not end an entry before its batch has started. */
const useManualTimers = () => void jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate'] })

afterEach(() => void jest.useRealTimers())

describe('a batcher', () => {
  it('begins a lonely entry at once', async () => {
    const { begun, take } = batching()
    const answer = take(1)
    await turns()
    expect(begun.map(({ entries }) => entries)).toEqual([[1]])
    begun[0]?.finish()
    expect(await answer).toBe('done 1')
  })

  it('processes entries that arrive during a batch as the next batch, and returns each its result', async () => {
    const { begun, take } = batching()
    const first = take(1)
    await turns()
    const later = [take(2), take(3), take(4)]
    await turns()
    expect(begun).toHaveLength(1)
    begun[0]?.finish()
    await first
    await turns()
    expect(begun.map(({ entries }) => entries)).toEqual([[1], [2, 3, 4]])
    begun[1]?.finish()
    expect(await Promise.all(later)).toEqual(['done 2', 'done 3', 'done 4'])
  })

  it('has no more groups under way than it may', async () => {
    const { begun, take } = batching({ concurrency: 2 })
    for (const entry of [1, 2, 3]) {
      void take(entry)
      await turns()
    }
    expect(begun.map(({ entries }) => entries)).toEqual([[1], [2]])
    begun[0]?.finish()
    await turns()
    expect(begun.map(({ entries }) => entries)).toEqual([[1], [2], [3]])
    for (const { finish } of begun) finish()
  })

  it('waits for the interval between two batches, and returns results when their batch ends', async () => {
    const intervalMs = 60
    const begun: number[] = []
    const take = createBatcher<number, number>({
      async process(entries) {
        begun.push(performance.now())
        return entries
      },
      concurrency: 1,
      intervalMs,
      weigh: () => 1,
      maxWeight: 2,
      timeoutMs: 5_000,
      onTimeout: () => new Error('late'),
    })
    expect(await take(1)).toBe(1)
    expect(begun).toHaveLength(1)
    expect(await Promise.all([2, 3, 4].map((entry) => take(entry)))).toEqual([2, 3, 4])
    expect(begun).toHaveLength(3)
    // A timer counts whole milliseconds.
    for (const [place, at] of begun.slice(1).entries()) expect(at - (begun[place] ?? 0)).toBeGreaterThan(intervalMs - 2)
  })

  it('weighs a group, but always takes one entry', async () => {
    const { begun, take } = batching({ maxWeight: 10 })
    const all = [take(50), take(4), take(6), take(1)]
    for (const entries of [[50], [4, 6], [1]]) {
      await turns()
      expect(begun.at(-1)?.entries).toEqual(entries)
      begun.at(-1)?.finish()
    }
    expect(await Promise.all(all)).toHaveLength(4)
  })

  it('lets a group that fails take only itself along', async () => {
    const { begun, take } = batching()
    const first = take(1)
    await turns()
    const second = take(2)
    begun[0]?.fail(new Error('no'))
    await expect(first).rejects.toThrow('no')
    await turns()
    begun[1]?.finish()
    expect(await second).toBe('done 2')
  })

  it('rejects a late result in time, and with whether its batch had started', async () => {
    useManualTimers()
    const { begun, take } = batching({ timeoutMs: 20 })
    const first = take(1)
    await turns()
    const second = take(2)
    jest.advanceTimersByTime(20)
    await expect(first).rejects.toThrow('late and started')
    await expect(second).rejects.toThrow('late and not started')
    // What its caller has given up on is not begun any more.
    begun[0]?.finish()
    await turns()
    expect(begun).toHaveLength(1)
  })

  it('does the work within the request that came first, not within the one that was served before', async () => {
    const request = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const take = createBatcher<number, number>({
      async process(entries) {
        seen.push(request.getStore())
        await turns()
        return entries
      },
      concurrency: 1,
      weigh: () => 1,
      maxWeight: 100,
      timeoutMs: 5_000,
      onTimeout: () => new Error('late'),
    })
    const first = request.run('first', () => take(1))
    await new Promise(setImmediate)
    const second = request.run('second', () => take(2))
    const third = request.run('third', () => take(3))
    await Promise.all([first, second, third])
    expect(seen).toEqual(['first', 'second'])
  })

  it('gives an entry the time that its caller has left', async () => {
    useManualTimers()
    const { begun, take } = batching()
    const hurried = take(1, 10)
    const other = take(2)
    await turns()
    jest.advanceTimersByTime(10)
    await expect(hurried).rejects.toThrow('late and started')
    begun[0]?.finish()
    expect(await other).toBe('done 2')
  })
})
