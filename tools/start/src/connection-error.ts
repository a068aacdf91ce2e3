const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // PostgreSQL is starting or shutting down: the next probe decides.
  '57P03',
])

/** What pg, amqplib and ioredis say, without a code, when a server does not answer in time. */
const awayMessages = new Set(['timeout expired', 'connect ETIMEDOUT', 'Command timed out'])

/** The code of an error from any realm (an error of Node is not an instance of Jest's Error). */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Whether a connection error means that no server is running or answering (rather than that it refuses us). */
export function isAway(error: unknown): boolean {
  if (awayCodes.has(errorCode(error) ?? '')) return true
  if (typeof error !== 'object' || error === null) return false
  if ('message' in error && typeof error.message === 'string' && awayMessages.has(error.message)) return true
  if (!('errors' in error) || !Array.isArray(error.errors)) return false
  return error.errors.length > 0 && error.errors.every(isAway)
}
