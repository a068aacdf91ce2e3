import { type Fault, fault } from '@pagebell/faults/fault'
import { isUuid } from './uuid.ts'

/** The one answer for a report that does not exist and for one of another account. */
export function noSuchReport(): Fault {
  return fault('not_found', 'There is no such report.')
}

/** Throws not_found for an id that no report can have, before a statement fails on it. */
export function checkReportId(id: string): void {
  if (!isUuid(id)) throw noSuchReport()
}

/** The account is named by another service of ours, never by a customer: a wrong one is a fault of the caller. */
export function checkAccountId(accountId: string): void {
  if (!isUuid(accountId)) throw fault('malformed', 'account_id is no UUID.')
}

/** Throws fault invalid on `field`. */
export function invalid(field: string, text: string): Fault {
  return fault('invalid', `The value of ${field} is not allowed.`, { errors: { [field]: [text] } })
}
