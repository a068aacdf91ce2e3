/**
 * Exit codes. `refused`: below the bar, a URL that was not accepted, or none to submit. `trouble`: usage, connection, no
 * permission.
 */
export const exitCode = { done: 0, refused: 1, trouble: 2 } as const

/** Wrong options or settings; the message says what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether options or settings are wrong: the error is ours, or that of parseArgs. */
export function isUsageError(error: unknown): error is Error {
  // Of a DOMException, such as that of a timeout, the code is a number.
  const { code } = error as { code?: unknown }
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
}
