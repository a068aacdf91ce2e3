/** Exit codes. `refused`: below the bar, or a URL that was not accepted. `trouble`: usage, connection, no permission. */
export const exitCode = { done: 0, refused: 1, trouble: 2 } as const

/** Wrong options or settings; the message says what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
