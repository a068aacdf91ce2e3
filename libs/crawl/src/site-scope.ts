export type SiteScope = {
  /** The host of the site, without `www.`, with its port if that is not the usual one. */
  readonly host: string
  contains(url: URL): boolean
}

/** A site is a host with and without `www.`, over HTTP and HTTPS; other subdomains are other sites. */
export function siteScope(start: URL): SiteScope {
  const host = bareHost(start)
  return { host, contains: (url) => /^https?:$/.test(url.protocol) && bareHost(url) === host }
}

function bareHost({ host }: URL): string {
  return host.replace(/^www\./, '')
}
