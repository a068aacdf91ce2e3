import { expect, it } from '@jest/globals'
import { Fault } from '@pagebell/faults/fault'
import { dictionary } from '@zxcvbn-ts/language-common'
import { checkPassword } from './password-rules.ts'

const email = 'Alice.Miller@Example.com'

it.each(['correct horse', 'a few words in a row', 'x7#kQ2!pLm', 'пароль из слов', 'alice likes plum cake', 'aaaaaaab'])(
  'takes %j',
  (password) => {
    expect(checkPassword(password, { email })).toBe(password)
  },
)

it.each([
  ['short', /^Use 8 to 128 characters/],
  ['x'.repeat(129), /^Use 8 to 128 characters/],
  ['aaaaaaaa', /repeated/],
  ['ababababa', /repeated/],
  ['123123123', /repeated/],
  ['ßßßßßßßßßß', /repeated/],
  ['12345678', /row of keys/],
  ['9876543210', /row of keys/],
  ['abcdefghij', /row of keys/],
  ['QWERTYUIOP', /row of keys/],
  ['lkjhgfdsa', /row of keys/],
  ['12345678901234567890', /row of keys/],
  ['alice.miller@example.com', /e-mail address/],
  ['ALICE.MILLER', /e-mail address/],
  ['alice.miller2026!', /e-mail address/],
  ['example.com', /e-mail address/],
  ['password', /most common/],
  ['Password1', /most common/],
  ['iloveyou', /most common/],
  ['trustno1', /most common/],
  ['ｐａｓｓｗｏｒｄ', /most common/],
])('refuses %j and says why', (password, why) => {
  const refused = { kind: 'invalid', errors: { new_password: [expect.stringMatching(why)] } }
  expect(() => checkPassword(password, { email, field: 'new_password' })).toThrow(expect.objectContaining(refused))
})

it('refuses each of the 10,000 commonest passwords', () => {
  const commonest = dictionary['passwords-common'].slice(0, 10_000) as string[]
  expect(commonest).toHaveLength(10_000)
  expect(commonest.filter(isTaken)).toEqual([])
})

function isTaken(password: string): boolean {
  try {
    return checkPassword(password, { email }) === password
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}
