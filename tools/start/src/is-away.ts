const awayCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // PostgreSQL that is starting or shutting down: the next probe finds it.
  '57P03',
])

/** Whether an error of a connection attempt means that no server is there (as against one that refuses us). */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isAway)
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && awayCodes.has(error.code)
}
