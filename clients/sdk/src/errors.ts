import type { components } from './generated/api-types.ts'

/** The body of an error of the API (RFC 9457). Some have more members, such as `limit` and `resets_at`. */
export type Problem = components['schemas']['Problem'] & Record<string, unknown>

/** An answer of the API that is not 2xx, after the retries. */
export class PagebellError extends Error {
  override readonly name = 'PagebellError'
  readonly status: number
  /** What went wrong, for programs, such as `not_found` or `quota_used_up`. `unexpected_answer` if it is not the API's. */
  readonly code: string
  /** What is wrong, by field. */
  readonly errors: Record<string, string[]>
  /** For the operator, to find the call in the log. */
  readonly requestId: string | undefined
  /** Seconds after which a repetition may succeed, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined, about: { retryAfterSeconds?: number; text?: string } = {}) {
    super(problem?.detail ?? `The server answered ${status}, without a problem of the API: ${about.text ?? ''}`.trim())
    this.status = status
    this.code = problem?.code ?? 'unexpected_answer'
    this.errors = problem?.errors ?? {}
    this.requestId = problem?.request_id
    this.retryAfterSeconds = about.retryAfterSeconds
    this.problem = problem
  }
}

/** No answer after the retries: no connection, or none in time. `cause` has the error of the last attempt. */
export class PagebellConnectionError extends Error {
  override readonly name = 'PagebellConnectionError'
}

/** An event that was not signed by the endpoint's secret, or not within the tolerance. */
export class PagebellSignatureError extends Error {
  override readonly name = 'PagebellSignatureError'
}
