import { fault } from '@pagebell/faults/fault'

/** RFC 5321 4.5.3.1.3 */
const longest = 254
// Only a message that arrives proves an address; this keeps out what can be none, and what a log or terminal would obey.
const shape = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u

export function isEmail(text: string): boolean {
  return text.length <= longest && shape.test(text)
}

/** Throws fault invalid on `email`. */
export function checkEmail(text: string): string {
  if (isEmail(text)) return text
  const allowed = `Use an address such as name@example.com, at most ${longest} characters.`
  throw fault('invalid', 'This is no e-mail address.', { errors: { email: [allowed] } })
}
