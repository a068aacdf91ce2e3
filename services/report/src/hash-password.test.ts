import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { passwordHasher } from './hash-password.ts'

/** Whether a PHC string was made of this password, computed from the string's own parameters. */
function matches(phc: string, message: string): boolean {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (parts === null) return false
  const [, memory, passes, parallelism, nonce = '', tag] = parts
  const tagged = argon2Sync('argon2id', {
    message,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: 32,
  })
  return tagged.toString('base64').replace(/=+$/, '') === tag
}

describe('passwordHasher', () => {
  it('makes a string by which the password is known again, and no other', async () => {
    const phc = await passwordHasher()('correct horse')
    expect(matches(phc, 'correct horse')).toBe(true)
    expect(matches(phc, 'correct hors')).toBe(false)
  })

  it('salts: the same password never makes the same string', async () => {
    const hash = passwordHasher()
    expect(await hash('correct horse')).not.toBe(await hash('correct horse'))
  })

  it('takes the same characters in another Unicode form for the same password', async () => {
    expect(matches(await passwordHasher()('cafe\u0301s'), 'caf\u00e9s')).toBe(true)
  })

  it('refuses what does not fit its line, serves the line, and then takes more', async () => {
    const hash = passwordHasher({ atOnce: 1, waiting: 2 })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => hash(`password ${n}`)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes[3]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 1 } })
    expect(matches(await hash('later'), 'later')).toBe(true)
  })
})
