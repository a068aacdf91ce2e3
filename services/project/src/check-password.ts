import { fault } from '@pagebell/faults/fault'
import { dictionary } from '@zxcvbn-ts/language-common'

const minLength = 8
const maxLength = 128

/** About 49,000 passwords that people choose most often, in lower case. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** What a finger runs along, and what everybody knows by heart. */
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
 * The password, if it is none that guessers try first. Throws fault invalid on the field that holds the password, saying
 * why it is refused.
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
    return 'Use something else than a row of keys, digits or letters.'
  if (isOwnName(plain, email.toLowerCase())) return 'Use something else than your e-mail address or a part of it.'
  if (commonPasswords.has(plain))
    return 'Use a password that is not among the most common ones, which guessers try first.'
  return undefined
}

/** One to three characters, over and over. */
function isRepetition(text: string): boolean {
  const characters = Array.from(text)
  return [1, 2, 3].some((period) =>
    characters.every((character, index) => index < period || character === characters[index - period]),
  )
}

/** The address, or what stands before or behind its @, with nothing but digits and signs around it. */
function isOwnName(text: string, email: string): boolean {
  const at = email.lastIndexOf('@')
  const names = [email, email.slice(0, at), email.slice(at + 1)]
  const bare = trimSigns(text)
  return names.some((name) => text === name || (bare !== '' && bare === trimSigns(name)))
}

const trimSigns = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
