import { describe, expect, it } from '@jest/globals'
import { retryPolicy } from '../retry-policy.ts'
import { nextState } from './next-state.ts'

const response = { status: 503, message: '' }
const delays = (result: Parameters<typeof nextState>[0]) => {
  const seconds: (number | string)[] = []
  let tries = { failures: 0, unverified: 0 }
  for (;;) {
    const next = nextState(result, tries, retryPolicy, 1)
    if (next.delayMs === null) return [...seconds, next.status]
    seconds.push(next.delayMs / 1_000)
    tries = next
  }
}

describe('when a URL is tried again', () => {
  it('after trouble: 5 s, 30 s, 2 min, 10 min, 1 h, then it is rejected', () => {
    expect(delays({ kind: 'retry', reason: 'timeout' })).toEqual([5, 30, 120, 600, 3_600, 'rejected'])
  })

  it('while the key is not verified: 90 s, 2, 3, 5, 10 min, then it is held', () => {
    const result = { kind: 'unverified', reason: 'key_unverified', response } as const
    expect(delays(result)).toEqual([90, 120, 180, 300, 600, 'held'])
  })

  it('spreads retries, but never comes earlier than the engine asked', () => {
    const tries = { failures: 0, unverified: 0 }
    expect(nextState({ kind: 'retry', reason: 'x' }, tries, retryPolicy, 1.1).delayMs).toBe(5_500)
    expect(nextState({ kind: 'retry', reason: 'x', afterSeconds: 60 }, tries, retryPolicy, 0.9).delayMs).toBe(60_000)
  })

  it('counts no attempt while the endpoint rests', () => {
    const next = nextState(
      { kind: 'paused', reason: 'x', afterSeconds: 9, response },
      { failures: 2, unverified: 1 },
      retryPolicy,
      1,
    )
    expect(next).toMatchObject({ attempts: 0, failures: 2, unverified: 1, delayMs: 9_000, status: 'retrying' })
  })
})
