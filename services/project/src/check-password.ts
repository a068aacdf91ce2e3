import { fault } from '@pagebell/faults/fault'

/** Throws fault invalid on the field that holds the password. */
export function checkPassword(password: string, field = 'password'): string {
  const length = Array.from(password).length
  if (length >= 8 && length <= 128) return password
  throw fault('invalid', 'The password cannot be used.', { errors: { [field]: ['Use 8 to 128 characters.'] } })
}
