import { expect, it } from '@jest/globals'
import { decideEvent, restOf } from './decide-event.ts'
import { eventSchedule } from './event-schedule.ts'

const event = (attempts: number, type = 'report.completed') => ({ type, attempts })

it('an event that is taken is delivered, and one that is not is sent again until nothing is left', () => {
  expect(decideEvent(event(3), {}, eventSchedule, 1)).toEqual({ status: 'delivered', delayMs: null })
  const failed = { reason: 'http_500' }
  expect(decideEvent(event(0), failed, eventSchedule, 1)).toEqual({ status: 'pending', delayMs: 5_000 })
  expect(decideEvent(event(4), failed, eventSchedule, 0.9)).toEqual({ status: 'pending', delayMs: 3_240_000 })
  const { length } = eventSchedule.retries
  expect(decideEvent(event(length), failed, eventSchedule, 1)).toEqual({ status: 'failed', delayMs: null })
  expect(decideEvent(event(0, 'test'), failed, eventSchedule, 1)).toEqual({ status: 'failed', delayMs: null })
})

it('a receiver that names a time is not asked before it', () => {
  const later = { reason: 'http_429', afterSeconds: 120 }
  expect(decideEvent(event(0), later, eventSchedule, 1).delayMs).toBe(120_000)
  expect(decideEvent(event(3), later, eventSchedule, 1).delayMs).toBe(600_000)
})

it('an event that always fails is tried past the five days after which its endpoint is disabled, however they spread', () => {
  const whole = eventSchedule.retries.reduce((sum, one) => sum + one, 0)
  expect(whole * 0.9).toBeGreaterThan(eventSchedule.giveUp)
})

it.each([
  [0, 0],
  [1, 5_000],
  [2, 10_000],
  [7, 320_000],
  [8, 600_000],
  [5_000, 600_000],
])('after %i failures in a row an endpoint rests %i ms', (failures, ms) => {
  expect(restOf(failures, eventSchedule)).toBe(ms)
})
