import { Type } from '@pagebell/schema/type'
import { refuse } from '../http/answers.ts'
import { oneOf } from '../http/schemas.ts'

/** The words for the values 0, 1 and 2 of `privacy`. */
export const visibilities = ['public', 'private', 'password'] as const
export type Visibility = (typeof visibilities)[number]

export const visibilityJson = oneOf(visibilities, { description: 'The same as privacy, as a word.' })

/** Who may see a report: clients send one of the two. */
export const privacyFields = {
  privacy: Type.Optional(oneOf([0, 1, 2], { description: '0 public, 1 private, 2 behind a password.' })),
  visibility: Type.Optional(oneOf(visibilities, { description: 'The same as privacy, as a word: send either.' })),
}

export const password = Type.String({
  minLength: 6,
  maxLength: 128,
  description: 'Required with privacy 2 (visibility password), refused otherwise. Never returned.',
})

/** A body with `privacy` in place of `visibility`. Throws fault `invalid` if it has both. */
export function withPrivacy<Body extends { privacy?: 0 | 1 | 2; visibility?: Visibility }>(
  body: Body,
): Omit<Body, 'visibility'> {
  const { visibility, ...rest } = body
  if (visibility === undefined) return rest
  if (body.privacy !== undefined) refuse('visibility', 'cannot be combined with privacy')
  return { ...rest, privacy: visibilities.indexOf(visibility) }
}

/** A new report has a password exactly if its privacy is 2. */
export function refusePasswordWithout({ privacy, password }: { privacy: 0 | 1 | 2; password?: string }): void {
  if (privacy === 2 && password === undefined) refuse('password', 'is required with privacy 2')
  if (privacy !== 2 && password !== undefined) refuse('password', 'is refused unless privacy is 2')
}
