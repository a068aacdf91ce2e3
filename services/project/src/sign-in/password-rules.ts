import { fault } from '@pagebell/faults/fault'
import { dictionary } from '@zxcvbn-ts/language-common'

const minLength = 8
const maxLength = 128

/** About 49,000 of the most common passwords, in lower case. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** The alphabet, the digits and the rows of QWERTY, QWERTZ and AZERTY keyboards, in both directions. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
].flatMap((row) => [row.repeat(4), Array.from(row).reverse().join('').repeat(4)])

type Owner = { email: string; field?: string }

/**
 * The password, unless it is one that guessers try first. Throws fault `invalid` on the field that holds the password,
 * with the reason.
 */
export function checkPassword(password: string, { email, field = 'password' }: Owner): string {
  const advice = adviceFor(password, email)
  if (advice === undefined) return password
  throw fault('invalid', 'The password cannot be used.', { errors: { [field]: [advice] } })
}

function adviceFor(password: string, email: string): string | undefined {
  const characters = Array.from(password)
  if (characters.length < minLength || characters.length > maxLength)
    return `Use ${minLength} to ${maxLength} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRepetition(plain)) return 'Use more than a few characters repeated.'
  if (sequences.some((sequence) => sequence.includes(plain)))
    return 'Use something other than a row of keys, digits or letters.'
  if (isOwnName(plain, email.toLowerCase())) return 'Use something other than your e-mail address or a part of it.'
  if (commonPasswords.has(plain))
    return 'Use a password that is not among the most common ones, which guessers try first.'
  return undefined
}

/** Whether it repeats one to three characters. */
function isRepetition(text: string): boolean {
  const characters = Array.from(text)
  return [1, 2, 3].some((period) =>
    characters.every((character, index) => index < period || character === characters[index - period]),
  )
}

/** Whether it is the address, its local part or its domain, with nothing but digits and signs around it. */
function isOwnName(text: string, email: string): boolean {
  const at = email.lastIndexOf('@')
  const names = [email, email.slice(0, at), email.slice(at + 1)]
  const bare = trimSigns(text)
  return names.some((name) => text === name || (bare !== '' && bare === trimSigns(name)))
}

const trimSigns = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
