import { describe, expect, it } from '@jest/globals'
import { createLog } from './log.ts'
import { repeat } from './repeat.ts'

const log = createLog('probe', 'silent')

describe('repeated work', () => {
  it('continues after a round that threw', async () => {
    let rounds = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    await using _loop = repeat(
      1,
      async () => {
        rounds++
        if (rounds === 3) resolve()
        throw new Error('once more')
      },
      log,
      'probe',
    )
    await promise
  })

  it('starts at once when asked, and never overlaps', async () => {
    let running = 0
    let rounds = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    await using loop = repeat(
      60_000,
      async () => {
        expect(++running).toBe(1)
        await new Promise(setImmediate)
        running--
        if (++rounds === 2) resolve()
      },
      log,
      'probe',
    )
    loop.now()
    loop.now()
    await promise
    expect(rounds).toBe(2)
  })

  it('is over when it has been disposed', async () => {
    let ended = false
    const round = async () => {
      await new Promise(setImmediate)
      ended = true
    }
    const loop = repeat(1, round, log, 'probe')
    await loop[Symbol.asyncDispose]()
    expect(ended).toBe(true)
  })
})
