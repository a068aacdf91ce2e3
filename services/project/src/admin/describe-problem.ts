import { Fault } from '@pagebell/faults/fault'

/** An error in one line: what is wrong and, where it is known, what is allowed. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof Fault)) return oneLine(wordsOf(error as NodeJS.ErrnoException))
  if (error.kind === 'unavailable') return oneLine(`${error.message} Is the system running?`)
  const allowed = Object.entries(error.errors ?? {}).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return oneLine([error.message, ...allowed].join(' '))
}

/** Node's error for several addresses refused at once has a code and no message. */
function wordsOf({ message, code }: NodeJS.ErrnoException): string {
  return message || code || 'Something failed.'
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
