import { Fault, fault } from '@pagebell/faults/fault'

/** What was wrong with a form, by field. A text without a field is shown above the form; the first takes the focus. */
export type FormErrors = { message?: string; fields?: Record<string, string[]> }

type FormResult<T> =
  | { done: true; value: T }
  | {
      done: false
      status: number
      code: string | undefined
      /** Further facts of the refusal, such as the id of what is in the way. */
      details: Record<string, unknown> | undefined
      errors: FormErrors
    }

const statusInForm: Record<string, number> = {
  invalid: 422,
  malformed: 422,
  conflict: 409,
  forbidden: 403,
  unauthenticated: 401,
  rate_limited: 429,
  quota_used_up: 429,
}

/** The result of a form: a refusal that its user can do something about becomes errors that the form shows. */
export async function submitForm<T>(work: () => Promise<T>): Promise<FormResult<T>> {
  try {
    return { done: true, value: await work() }
  } catch (error) {
    const status = error instanceof Fault ? statusInForm[error.kind] : undefined
    if (!(error instanceof Fault) || status === undefined) throw error
    const errors = error.errors === undefined ? { message: error.message } : { fields: error.errors }
    return { done: false, status, code: error.code, details: error.details, errors }
  }
}

/** Errors of fields that the form does not have, or has under another name, are shown above it. */
export function errorsFor(errors: FormErrors, names: readonly string[]): FormErrors {
  const unknown = Object.entries(errors.fields ?? {}).filter(([name]) => !names.includes(name))
  if (errors.message !== undefined || unknown.length === 0) return errors
  return { ...errors, message: unknown.flatMap(([, texts]) => texts).join(' ') }
}

/** A rotation without grace that was not confirmed: it breaks everything that still uses the old one. */
export function notConfirmed(field: string, what: 'token' | 'secret' | 'address'): Fault {
  const text = `Nothing was changed: confirm that the old ${what} stops at once, or give it time.`
  return fault('invalid', text, { errors: { [field]: [text] } })
}
