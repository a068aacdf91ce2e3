const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // PostgreSQL that is starting or shutting down: the next probe finds it.
  '57P03',
])

/** The code of an error, wherever it was made (an error of Node's own is no instance of a test's Error). */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Whether an error of a connection attempt means that no server is there (as against one that refuses us). */
export function isAway(error: unknown): boolean {
  if (awayCodes.has(errorCode(error) ?? '')) return true
  if (typeof error !== 'object' || error === null || !('errors' in error) || !Array.isArray(error.errors)) return false
  return error.errors.length > 0 && error.errors.every(isAway)
}
