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

/** Why a page could not be fetched: one of a closed list, with a sentence for the person who asked. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
