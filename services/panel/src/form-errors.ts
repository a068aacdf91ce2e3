import { Fault } from '@pagebell/faults/fault'
import type { FormErrors } from './parts/form.ts'

export type Outcome<T> =
  | { done: true; value: T }
  | { done: false; status: number; code: string | undefined; errors: FormErrors }

const shownInTheForm: Record<string, number> = {
  invalid: 422,
  malformed: 422,
  conflict: 409,
  forbidden: 403,
  unauthenticated: 401,
  rate_limited: 429,
  quota_used_up: 429,
}

/** What came of a form: a refusal that its user can do something about comes back as words for the form. */
export async function tried<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: true, value: await work() }
  } catch (error) {
    const status = error instanceof Fault ? shownInTheForm[error.kind] : undefined
    if (!(error instanceof Fault) || status === undefined) throw error
    const errors = error.errors === undefined ? { message: error.message } : { fields: error.errors }
    return { done: false, status, code: error.code, errors }
  }
}
