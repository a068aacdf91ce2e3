import { describe, expect, it } from '@jest/globals'
import { passwordPool } from './password-pool.ts'

describe('passwordPool', () => {
  it('knows a password by its string, and none without a string', async () => {
    const { hash, matches } = passwordPool()
    const phc = await hash('correct horse')
    expect(await matches(phc, 'correct horse')).toBe(true)
    expect(await matches(phc, 'correct hors')).toBe(false)
    expect(await matches(undefined, 'correct horse')).toBe(false)
  })

  it('refuses what does not fit its line, serves the line, and then takes more', async () => {
    const { hash, matches } = passwordPool({ atOnce: 1, waiting: 2 })
    const outcomes = await Promise.allSettled([hash('1'), matches(undefined, '2'), hash('3'), hash('4')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes[3]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 1 } })
    expect(await matches(await hash('later'), 'later')).toBe(true)
  })

  it('gives its turn back when a comparison throws', async () => {
    const { matches } = passwordPool({ atOnce: 1, waiting: 0 })
    await expect(matches('no PHC string', 'x')).rejects.toThrow()
    expect(await matches(undefined, 'x')).toBe(false)
  })
})
