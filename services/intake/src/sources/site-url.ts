import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo, projectName } from '@pagebell/urls/project-name'

export type SiteUrlResult = { ok: true; url: string } | { ok: false; verdict: 'ignored' | 'unmapped'; reason: string }

export const otherHost = 'url of another host'

/** The canonical form of a URL of the project's host or a subdomain of it; nothing else may leave this room. */
export function siteUrl(text: string, project: string): SiteUrlResult {
  const normalised = normaliseUrl(text)
  if (!normalised.ok) return { ok: false, verdict: 'unmapped', reason: `the url is refused: ${normalised.reason}` }
  const name = projectName(project) ?? project
  if (!belongsTo(normalised.host, name)) return { ok: false, verdict: 'ignored', reason: otherHost }
  return { ok: true, url: normalised.url }
}
