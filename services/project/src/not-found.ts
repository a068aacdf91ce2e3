import { type Fault, fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'

// A project or key of another account gets the same refusal as one that does not exist.
export const noProject = (): Fault => fault('not_found', 'There is no such project.')
export const noKey = (): Fault => fault('not_found', 'There is no such key.')
export const noAccount = (): Fault => fault('not_found', 'There is no such account.')

/**
 * The id in lower case, as PostgreSQL writes it: messages and seals compare ids as text. No row has an id that is not a
 * UUID: throws the refusal that an unknown id gets.
 */
export function parseId(text: string, notFound: () => Fault): string {
  if (!isId(text)) throw notFound()
  return text.toLowerCase()
}
