import { withoutWww } from '@pagebell/urls/without-www'

export type SiteScope = {
  /** The host of the site, without `www.`, with its port if that is not the usual one. */
  readonly host: string
  contains(url: URL): boolean
}

/** A site is a host with and without `www.`, over HTTP and HTTPS; other subdomains are other sites. */
export function siteScope(start: URL): SiteScope {
  const host = withoutWww(start.host)
  return { host, contains: (url) => /^https?:$/.test(url.protocol) && withoutWww(url.host) === host }
}
