import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'

export const password = Type.String({
  minLength: 6,
  maxLength: 128,
  description: 'Required with privacy 2, refused otherwise. Never answered.',
})

/** A new report has a password exactly if its privacy is 2. */
export function refusePasswordWithout({ privacy, password }: { privacy: 0 | 1 | 2; password?: string }): void {
  if (privacy === 2 && password === undefined) refuse('is required with privacy 2')
  if (privacy !== 2 && password !== undefined) refuse('is refused unless privacy is 2')
}

function refuse(text: string): never {
  throw fault('invalid', `password ${text}.`, { errors: { password: [text] } })
}
