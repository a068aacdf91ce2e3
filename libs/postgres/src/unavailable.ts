import { Fault, fault } from '@pagebell/faults/fault'

/** The state of the work when its response never arrived: not committed, or unknown. */
export type TransactionOutcome = 'none' | 'unknown'

/** SQLSTATEs after which the connection is unusable. */
const connectionGone = /^(08...|57P0[1235]|25P0[34])$/

/** SQLSTATEs of temporary failures: out of resources or locks, timed out, deadlocked, or a replica that was the primary. */
const temporary = /^(53...|40001|40P01|57014|55P03|25006)$/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Messages of `pg`, which have no code, for a connection that ended, timed out or does not answer. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/

/** True for an error after which the connection must be discarded. */
export function isServerAway(error: unknown): boolean {
  if (error instanceof Fault) return error.cause !== undefined && isServerAway(error.cause)
  // By their properties, not by class: inside jest Node's own errors belong to another realm.
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown }
  if (Array.isArray(errors) && errors.some(isServerAway)) return true
  if (typeof code === 'string' && (networkCodes.has(code) || connectionGone.test(code))) return true
  return typeof message === 'string' && lostConnection.test(message)
}

/** Maps errors of a server that cannot serve now to the fault `unavailable`; other errors are returned unchanged. */
export function asFault(error: unknown, outcome: TransactionOutcome): unknown {
  if (error instanceof Fault) return error
  if (isServerAway(error)) return unavailable(error, outcome)
  const code = (error as { code?: unknown } | undefined)?.code
  // The server answered, so that the transaction is known to be rolled back.
  return typeof code === 'string' && temporary.test(code) ? unavailable(error, 'none') : error
}

function unavailable(cause: unknown, outcome: TransactionOutcome): Fault {
  return fault('unavailable', 'The database is not available.', { retryAfterSeconds: 2, details: { outcome }, cause })
}
