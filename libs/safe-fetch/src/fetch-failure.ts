export const failureReasons = [
  'dns',
  'refused',
  'timeout',
  'tls',
  'blocked_address',
  'too_large',
  'not_html',
  'too_many_redirects',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** Why a page could not be fetched: a reason of the closed list, and a sentence for the user. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** The code of an error of Node. More reliable than its class, which differs between realms. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
