import { parseRange } from '@pagebell/safe-fetch/blocked-ranges'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { judgeUrl } from '@pagebell/safe-fetch/judge-url'

/**
 * The address that callbacks begin with; undefined if PUBLIC_URL is none that a hub could reach: it is on the public
 * web, or the operator lists its network in FETCH_ALLOW. A port is no hindrance.
 */
export function callbackBaseOf(publicUrl: string, allow: readonly string[]): string | undefined {
  const url = URL.parse(publicUrl)
  if (url === null) return undefined
  const base = url.origin
  url.port = ''
  try {
    judgeUrl(url.href, allow.map(parseRange))
    return base
  } catch (error) {
    if (error instanceof FetchFailure) return undefined
    throw error
  }
}
