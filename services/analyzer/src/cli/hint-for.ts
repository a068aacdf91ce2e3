import type { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'

/** What somebody may do whose own address was refused; nothing where there is nothing to add. */
export function hintFor(address: string, { reason }: FetchFailure): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return `An address begins with its scheme, as https://${address} does.\n`
  if (reason !== 'blocked_address' || !/^https?:\/\//i.test(address)) return ''
  return 'If it is a site of your own in a private network, name that network: FETCH_ALLOW=10.0.0.0/8 npm run analyze -- …\n'
}
