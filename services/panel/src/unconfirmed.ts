import { type Fault, fault } from '@pagebell/faults/fault'

/** A rotation without grace that nobody confirmed: whatever still uses the old one stops at once. */
export const unconfirmed = (field: string, what: 'token' | 'secret'): Fault => {
  const text = `Nothing was changed: confirm that the old ${what} stops at once, or give it time.`
  return fault('invalid', text, { errors: { [field]: [text] } })
}
