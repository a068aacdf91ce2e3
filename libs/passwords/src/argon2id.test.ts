import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { hashPassword, isPasswordOf, pretendToCompare } from './argon2id.ts'

/** A PHC string by Node's own function, at a cost of the test's choice. */
function phcOf(password: string, { memory = 64, passes = 1, parallelism = 1 } = {}): string {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: 32 })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

describe('hashPassword', () => {
  it('makes a string by which the password is known again, and no other', async () => {
    const phc = await hashPassword('correct horse')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPasswordOf(phc, 'correct horse')).toBe(true)
    expect(await isPasswordOf(phc, 'correct hors')).toBe(false)
  })

  it('salts: the same password never makes the same string', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
  })

  it('takes the same characters in another Unicode form for the same password', async () => {
    expect(await isPasswordOf(await hashPassword('cafe\u0301s'), 'caf\u00e9s')).toBe(true)
  })
})

describe('isPasswordOf', () => {
  it.each([{}, { memory: 128 }, { passes: 3 }, { parallelism: 2, memory: 64 }])(
    'compares at the cost that the string names: %j',
    async (cost) => {
      expect(await isPasswordOf(phcOf('secret words', cost), 'secret words')).toBe(true)
      expect(await isPasswordOf(phcOf('secret words', cost), 'other words')).toBe(false)
    },
  )

  it.each(['', 'secret words', phcOf('x').replace('argon2id', 'argon2i'), `${phcOf('x')}AAAA`])(
    'throws on a string that is no argon2id, and does not repeat it: %j',
    async (phc) => {
      const failure = await isPasswordOf(phc, 'x').catch((error: Error) => error.message)
      expect(failure).toBe('A stored password is no PHC string of argon2id.')
    },
  )
})

describe('pretendToCompare', () => {
  it('takes the time of a comparison', async () => {
    const phc = await hashPassword('correct horse')
    // In processor time, which a busy machine does not stretch as it does the clock's.
    const least = { real: Number.POSITIVE_INFINITY, pretended: Number.POSITIVE_INFINITY }
    const spent = async (which: keyof typeof least, work: () => Promise<unknown>) => {
      const before = process.cpuUsage()
      await work()
      least[which] = Math.min(least[which], process.cpuUsage(before).user)
    }
    for (let round = 0; round < 6; round++) {
      await spent('real', () => isPasswordOf(phc, 'wrong'))
      await spent('pretended', () => pretendToCompare('wrong'))
    }
    const ratio = least.pretended / least.real
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
    expect(await pretendToCompare('wrong')).toBe(false)
  })
})
