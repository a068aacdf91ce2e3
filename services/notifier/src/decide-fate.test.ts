import { describe, expect, it } from '@jest/globals'
import { decideFate } from './decide-fate.ts'
import { schedule } from './retry-schedule.ts'

const words = { status: 503, message: '' }
const delays = (outcome: Parameters<typeof decideFate>[0]) => {
  const seconds: (number | string)[] = []
  let tries = { failures: 0, unverified: 0 }
  for (;;) {
    const fate = decideFate(outcome, tries, schedule, 1)
    if (fate.delayMs === null) return [...seconds, fate.status]
    seconds.push(fate.delayMs / 1_000)
    tries = fate
  }
}

describe('when a URL is tried again', () => {
  it('after trouble: 5 s, 30 s, 2 min, 10 min, 1 h, then it is rejected', () => {
    expect(delays({ kind: 'retry', reason: 'timeout' })).toEqual([5, 30, 120, 600, 3_600, 'rejected'])
  })

  it('while the key is not verified: 90 s, 2, 3, 5, 10 min, then it is held', () => {
    const outcome = { kind: 'unverified', reason: 'key_unverified', words } as const
    expect(delays(outcome)).toEqual([90, 120, 180, 300, 600, 'held'])
  })

  it('spreads retries, but never comes earlier than the engine asked', () => {
    const tries = { failures: 0, unverified: 0 }
    expect(decideFate({ kind: 'retry', reason: 'x' }, tries, schedule, 1.1).delayMs).toBe(5_500)
    expect(decideFate({ kind: 'retry', reason: 'x', afterSeconds: 60 }, tries, schedule, 0.9).delayMs).toBe(60_000)
  })

  it('counts no attempt while the endpoint rests', () => {
    const fate = decideFate(
      { kind: 'paused', reason: 'x', afterSeconds: 9, words },
      { failures: 2, unverified: 1 },
      schedule,
      1,
    )
    expect(fate).toMatchObject({ attempts: 0, failures: 2, unverified: 1, delayMs: 9_000, status: 'retrying' })
  })
})
