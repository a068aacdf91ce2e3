import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { createHostPace, slowDownAfter } from './host-pace.ts'

const block = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}
const gapsOf = (starts: number[]): number[] => starts.slice(1).map((start, index) => start - (starts[index] ?? 0))

it('keeps the interval between any two requests, also after one that started late', async () => {
  const pace = createHostPace({ connections: 2, intervalMs: 50 })
  const starts: number[] = []
  const requests = Array.from({ length: 6 }, () => pace.request(async () => void starts.push(performance.now())))
  // The second request is due meanwhile, and starts 40 ms late.
  await requests[0]
  block(90)
  await Promise.all(requests)
  // Timers of Node.js count whole milliseconds.
  expect(Math.min(...gapsOf(starts))).toBeGreaterThan(48)
})

it('has no more requests under way than connections', async () => {
  const pace = createHostPace({ connections: 2, intervalMs: 1 })
  let underWay = 0
  let maxUnderWay = 0
  const request = async (): Promise<void> => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay)
    await pause(10)
    underWay -= 1
  }
  await Promise.all(Array.from({ length: 8 }, () => pace.request(request)))
  expect(maxUnderWay).toBe(2)
})

it('is as slow as the site asks, up to ten seconds, and never faster than its own interval', () => {
  const pace = createHostPace({ connections: 2, intervalMs: 200 })
  for (const [seconds, intervalMs] of [
    [0.1, 200],
    [3, 3_000],
    [600, 10_000],
  ] as const) {
    pace.slowDown(seconds)
    expect(pace.intervalMs).toBe(intervalMs)
  }
})

it('is never faster again', () => {
  const pace = createHostPace({ connections: 2, intervalMs: 200 })
  for (const seconds of [3, 1]) pace.slowDown(seconds)
  expect(pace.intervalMs).toBe(3_000)
})

const now = new Date('2026-11-27T08:00:00Z')
it.each([
  [200, '5', 200],
  [429, undefined, 400],
  [429, '', 400],
  [429, '0', 400],
  [429, 'soon', 400],
  [503, '3', 3_000],
  [429, '3600', 10_000],
  [429, 'Fri, 27 Nov 2026 08:00:04 GMT', 4_000],
  [503, 'Fri, 27 Nov 2026 07:00:00 GMT', 400],
])('after %d with Retry-After %j, requests are %d ms apart', (status, retryAfter, intervalMs) => {
  const pace = createHostPace({ connections: 2, intervalMs: 200 })
  const headers: [string, string][] = retryAfter === undefined ? [] : [['retry-after', retryAfter]]
  slowDownAfter(pace, { status, headers }, now)
  expect(pace.intervalMs).toBe(intervalMs)
})
