import { fault } from '@pagebell/faults/fault'
import { checkList } from '@pagebell/scoring/check-list'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { SuppressionRow } from './suppressions.sql.ts'

const maxIdLength = 64
const maxReasonLength = 500

/** Throws fault `invalid` on `check` for a check that does not exist, suggesting the id that was probably meant. */
export function checkCheckId(id: string): string {
  if (Object.hasOwn(checkList, id)) return id
  const similar = id.length > maxIdLength ? undefined : similarId(id.toLowerCase())
  throw refuse(
    'check',
    similar === undefined
      ? 'There is no such check. Use the id of a check as a report lists it, such as meta_description.'
      : `There is no such check. Did you mean ${similar}?`,
  )
}

/** The check that has this title, or whose id is at most three edits away. */
function similarId(text: string): string | undefined {
  const named = Object.entries(checkList).find(([, { title }]) => title.toLowerCase() === text)
  if (named !== undefined) return named[0]
  const [closest] = Object.keys(checkList)
    .map((id) => ({ id, distance: editDistance(text, id) }))
    .toSorted((left, right) => left.distance - right.distance)
  return closest !== undefined && closest.distance <= Math.min(3, text.length - 1) ? closest.id : undefined
}

/** Levenshtein distance: letters to add, drop or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** The reason without space around it. Throws fault `invalid` on `reason`. */
export function checkReason(reason: string): string {
  const length = Array.from(reason.trim()).length
  if (length >= 1 && length <= maxReasonLength && !reason.includes('\0')) return reason.trim()
  throw refuse('reason', `Use 1 to ${maxReasonLength} characters.`)
}

/** The page's URL as reports spell it, empty for every page. Throws fault `invalid` on `url` for another project's. */
export function checkPage(url: string | undefined, project: string): string {
  if (url === undefined) return ''
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw refuse('url', `This URL is ${normalised.reason}.`)
  if (storedProjectName(normalised.host) !== project) throw refuse('url', `Use a page of ${project}.`)
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
