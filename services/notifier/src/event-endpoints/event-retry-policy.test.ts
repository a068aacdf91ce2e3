import { expect, it } from '@jest/globals'
import { cooldownMs, eventRetryPolicy, nextEventState } from './event-retry-policy.ts'

const event = (attempts: number, type = 'report.completed') => ({ type, attempts })

it('an event that is taken is delivered, and one that is not is sent again until nothing is left', () => {
  expect(nextEventState(event(3), {}, eventRetryPolicy, 1)).toEqual({ status: 'delivered', delayMs: null })
  const failed = { reason: 'http_500' }
  expect(nextEventState(event(0), failed, eventRetryPolicy, 1)).toEqual({ status: 'pending', delayMs: 5_000 })
  expect(nextEventState(event(4), failed, eventRetryPolicy, 0.9)).toEqual({ status: 'pending', delayMs: 3_240_000 })
  const { length } = eventRetryPolicy.retries
  expect(nextEventState(event(length), failed, eventRetryPolicy, 1)).toEqual({ status: 'failed', delayMs: null })
  expect(nextEventState(event(0, 'test'), failed, eventRetryPolicy, 1)).toEqual({ status: 'failed', delayMs: null })
})

it('a receiver that names a time is not asked before it', () => {
  const later = { reason: 'http_429', afterSeconds: 120 }
  expect(nextEventState(event(0), later, eventRetryPolicy, 1).delayMs).toBe(120_000)
  expect(nextEventState(event(3), later, eventRetryPolicy, 1).delayMs).toBe(600_000)
})

it('an event that always fails is tried past the five days after which its endpoint is disabled, however they spread', () => {
  const whole = eventRetryPolicy.retries.reduce((sum, one) => sum + one, 0)
  expect(whole * 0.9).toBeGreaterThan(eventRetryPolicy.giveUp)
})

it.each([
  [0, 0],
  [1, 5_000],
  [2, 10_000],
  [7, 320_000],
  [8, 600_000],
  [5_000, 600_000],
])('after %i failures in a row an endpoint rests %i ms', (failures, ms) => {
  expect(cooldownMs(failures, eventRetryPolicy)).toBe(ms)
})
