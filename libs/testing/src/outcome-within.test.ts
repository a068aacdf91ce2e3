import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { outcomeWithin } from './outcome-within.ts'

const standStill = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

describe('outcomeWithin', () => {
  it('tells what has ended from what has not', async () => {
    expect(await outcomeWithin(1_000, Promise.resolve())).toBe('fulfilled')
    expect(await outcomeWithin(1_000, Promise.reject(new Error('no')))).toBe('rejected')
    expect(await outcomeWithin(1, new Promise(() => {}))).toBe('late')
  })

  it('takes what ends in time for that though the process stood still', async () => {
    const outcome = outcomeWithin(20, once(AbortSignal.timeout(10), 'abort'))
    standStill(100)
    expect(await outcome).toBe('fulfilled')
  })
})
