import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { oneOf } from './json-types.ts'

/** The values of `privacy` as words, by their numbers. */
export const visibilities = ['public', 'private', 'password'] as const
export type Visibility = (typeof visibilities)[number]

export const visibilityJson = oneOf(visibilities, { description: 'The same as privacy, as a word.' })

/** Either of the two says who may see a report. */
export const privacyFields = {
  privacy: Type.Optional(oneOf([0, 1, 2], { description: '0 public, 1 private, 2 behind a password.' })),
  visibility: Type.Optional(oneOf(visibilities, { description: 'The same as privacy, as a word: send either.' })),
}

export const password = Type.String({
  minLength: 6,
  maxLength: 128,
  description: 'Required with privacy 2 (visibility password), refused otherwise. Never returned.',
})

/** What was sent, with its visibility as the number that it stands for. Another `privacy` beside it is refused. */
export function withPrivacy<Sent extends { privacy?: 0 | 1 | 2; visibility?: Visibility }>(
  sent: Sent,
): Omit<Sent, 'visibility'> {
  const { visibility, ...rest } = sent
  if (visibility === undefined) return rest
  if (sent.privacy !== undefined) refuse('visibility', 'cannot be combined with privacy')
  return { ...rest, privacy: visibilities.indexOf(visibility) }
}

/** A new report has a password exactly if its privacy is 2. */
export function refusePasswordWithout({ privacy, password }: { privacy: 0 | 1 | 2; password?: string }): void {
  if (privacy === 2 && password === undefined) refuse('password', 'is required with privacy 2')
  if (privacy !== 2 && password !== undefined) refuse('password', 'is refused unless privacy is 2')
}

function refuse(field: string, text: string): never {
  throw fault('invalid', `${field} ${text}.`, { errors: { [field]: [text] } })
}
