import { Fault } from '@pagebell/faults/fault'

/** A mistake in the command line. The message is one line; the command ends with exit code 2. */
export class UsageError extends Error {}

/** An error in one line: what is wrong and, if known, what is allowed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Fault)) return oneLine(messageOf(error as NodeJS.ErrnoException))
  if (error.kind === 'unavailable') return oneLine(`${error.message} Is the system running?`)
  const allowed = Object.entries(error.errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return oneLine([error.message, ...allowed].join(' '))
}

/** Node's AggregateError for several refused addresses has a code and no message. */
function messageOf({ message, code }: NodeJS.ErrnoException): string {
  return message || code || 'Something failed.'
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
