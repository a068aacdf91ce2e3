import { fault } from '@pagebell/faults/fault'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'

const checkId = /^[a-z][a-z0-9_]{0,63}$/

/** Throws fault invalid on `check` for what no check can be called. */
export function checkCheckId(id: string): string {
  if (checkId.test(id)) return id
  throw refuse('check', 'Use the id of a check, such as meta_description.')
}

/** Throws fault invalid on `reason`. */
export function checkReason(reason: string): string {
  const length = Array.from(reason.trim()).length
  if (length >= 1 && length <= 500 && !reason.includes('\0')) return reason.trim()
  throw refuse('reason', 'Use 1 to 500 characters.')
}

/** The page in the spelling of reports, empty for every page. Throws fault invalid on `url` for none of the project's. */
export function checkPage(url: string | undefined, project: string): string {
  if (url === undefined) return ''
  const normalised = normaliseUrl(url)
  if (!normalised.ok) throw refuse('url', `This URL is ${normalised.reason}.`)
  if (projectName(normalised.host) !== project) throw refuse('url', `Use a page of ${project}.`)
  return normalised.url
}

function refuse(field: string, text: string) {
  return fault('invalid', `The value of ${field} is not allowed.`, { errors: { [field]: [text] } })
}
