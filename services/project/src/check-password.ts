import { fault } from '@pagebell/faults/fault'

/** Throws fault invalid on `password`. */
export function checkPassword(password: string): string {
  const length = Array.from(password).length
  if (length >= 8 && length <= 128) return password
  throw fault('invalid', 'The password cannot be used.', { errors: { password: ['Use 8 to 128 characters.'] } })
}
