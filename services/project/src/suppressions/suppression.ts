import { fault } from '@pagebell/faults/fault'
import { isCheckId, similarCheckId } from '@pagebell/scoring/check-id'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import type { SuppressionRow } from './suppressions.sql.ts'

const maxReasonLength = 500

/** Throws fault `invalid` on `check` for a check that does not exist, suggesting the id that was probably meant. */
export function checkCheckId(id: string): string {
  if (isCheckId(id)) return id
  const similar = similarCheckId(id)
  throw refuse(
    'check',
    similar === undefined
      ? 'There is no such check. Use the id of a check of pages, such as meta_description, or of sites, such as orphan.'
      : `There is no such check. Did you mean ${similar}?`,
  )
}

/** The reason without space around it. Throws fault `invalid` on `reason`. */
export function checkReason(reason: string): string {
  const length = Array.from(reason.trim()).length
  if (length >= 1 && length <= maxReasonLength && !reason.includes('\0')) return reason.trim()
  throw refuse('reason', `Use 1 to ${maxReasonLength} characters.`)
}

/**
 * The page's URL as reports spell it, empty for every page. Throws fault `invalid` on `url` for one that is neither on
 * the project's host nor on a subdomain of it.
 */
export function checkPage(url: string | undefined, project: string): string {
  if (url === undefined) return ''
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw refuse('url', `This URL is ${normalised.reason}.`)
  // A host with a trailing dot is the same host.
  if (!belongsTo(normalised.host.replace(/\.$/, ''), project))
    throw refuse('url', `Use a page on ${project} or a subdomain of it.`)
  return normalised.url
}

function refuse(field: string, text: string) {
  return fault('invalid', `The value of ${field} is not allowed.`, { errors: { [field]: [text] } })
}

/** A suppression as gRPC replies have it: what is null in the database is absent. */
export function toSuppressionReply({ check_id, url, reason, expires_at, created_at }: SuppressionRow) {
  return {
    check: check_id,
    reason,
    created_at,
    ...(url !== '' && { url }),
    ...(expires_at !== null && { expires_at }),
  }
}
