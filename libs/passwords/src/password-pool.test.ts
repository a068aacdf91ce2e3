import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { createPasswordPool } from './password-pool.ts'

const owner = { key: 'account 1', known: true }
const unknown = (n: number) => ({ key: `203.0.113.${n}`, known: false })
const statuses = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status)

afterEach(() => {
  jest.useRealTimers()
})

describe('a password pool', () => {
  it('knows a password by its string, and none without a string', async () => {
    const { hash, matches } = createPasswordPool()
    const phc = await hash('correct horse', owner)
    expect(await matches(phc, 'correct horse', unknown(1))).toBe(true)
    expect(await matches(phc, 'correct hors', unknown(1))).toBe(false)
    expect(await matches(undefined, 'correct horse', unknown(1))).toBe(false)
  })

  it('gives each network one slot and one waiting place, and serves it again afterwards', async () => {
    const { matches } = createPasswordPool()
    const guesses = Array.from({ length: 5 }, () => matches(undefined, 'x', unknown(1)))
    const outcomes = await Promise.allSettled([...guesses, matches(undefined, 'x', unknown(2))])
    expect(statuses(outcomes)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 1 } })
    expect(await matches(undefined, 'x', unknown(1))).toBe(false)
  })

  it('refuses what exceeds its queue, and never a known client because of unknown ones', async () => {
    const { hash, matches } = createPasswordPool({ unknownWaiting: 3 })
    const phc = await hash('correct horse', owner)
    const guesses = Array.from({ length: 50 }, (_, n) => matches(phc, 'wrong', unknown(n)))
    const ended = Promise.allSettled(guesses)
    expect(await matches(phc, 'correct horse', { key: 'home', known: true })).toBe(true)
    const refused = statuses(await ended).filter((status) => status === 'rejected')
    expect(refused).toHaveLength(50 - 1 - 3)
  })

  it('serves an unknown network among fifty that guess, at its first try', async () => {
    const { hash, matches } = createPasswordPool()
    const phc = await hash('correct horse', owner)
    const guesses = Array.from({ length: 50 }, (_, n) => matches(phc, 'wrong', unknown(n)))
    expect(await matches(phc, 'correct horse', unknown(99))).toBe(true)
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => false))
  })

  it('frees the place of a caller that has disconnected', async () => {
    const { matches } = createPasswordPool({ unknownWaiting: 1 })
    const gone = new AbortController()
    const active = matches(undefined, 'x', unknown(1))
    const waiting = matches(undefined, 'x', { ...unknown(3), signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect(await Promise.all([active, matches(undefined, 'x', unknown(4))])).toEqual([false, false])
  })

  it('pauses after the password of an unknown client, and not for a known client', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'queueMicrotask', 'setImmediate'] })
    const { matches } = createPasswordPool()
    await matches(undefined, 'x', unknown(1))
    let isCompared = false
    const next = matches(undefined, 'x', unknown(2)).then(() => {
      isCompared = true
    })
    // As long as two comparisons take, nothing begins.
    await matches(undefined, 'x', owner)
    await matches(undefined, 'x', owner)
    expect(isCompared).toBe(false)
    jest.runAllTimers()
    await next
    expect(isCompared).toBe(true)
  })

  it('frees the slot when a comparison throws', async () => {
    const { matches } = createPasswordPool({ knownWaiting: 0 })
    for (let n = 0; n < 3; n++) await expect(matches('no PHC string', 'x', owner)).rejects.toThrow()
    expect(await matches(undefined, 'x', owner)).toBe(false)
    for (let n = 0; n < 3; n++) await expect(matches('no PHC string', 'x', unknown(1))).rejects.toThrow()
    expect(await matches(undefined, 'x', unknown(1))).toBe(false)
  })
})
