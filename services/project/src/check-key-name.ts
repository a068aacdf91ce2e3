import { fault } from '@pagebell/faults/fault'

const maxLength = 80

/** The name of a key as a customer wrote it, without space around it. Throws fault invalid on `name`. */
export function checkKeyName(written: string): string {
  const name = written.trim()
  const length = Array.from(name).length
  if (length >= 1 && length <= maxLength && !/\p{Cc}/u.test(name)) return name
  const errors = { name: [`Use 1 to ${maxLength} characters on one line.`] }
  throw fault('invalid', 'The name of the key cannot be used.', { errors })
}
