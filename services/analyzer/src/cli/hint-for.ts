import type { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'

/** What somebody may do whose own address was refused; nothing where there is nothing to add. */
export function hintFor(address: string, { reason }: FetchFailure): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address))
    return `Begin the address with its scheme: https://${address}, or http://${address} for a site without HTTPS.\n`
  if (reason !== 'blocked_address' || !/^https?:\/\//i.test(address)) return ''
  return 'For example: FETCH_ALLOW=10.0.0.0/8 npm run analyze -- …\n'
}
