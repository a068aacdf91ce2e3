import { FetchFailure } from './fetch-failure.ts'

type RedirectResponse = { url: string; status: number; headers: readonly [name: string, value: string][] }

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** The target of a redirect; undefined for other responses and without a Location header. */
export function redirectTarget({ url, status, headers }: RedirectResponse): string | undefined {
  const location = isRedirect(status) ? headers.find(([name]) => name === 'location')?.[1] : undefined
  // An absolute address is returned as written, so that `judgeUrl` sees any spelling tricks.
  if (location === undefined || /^[a-z][a-z0-9+.-]*:/i.test(location)) return location
  if (URL.canParse(location, url)) return new URL(location, url).href
  throw new FetchFailure('blocked_address', 'A redirect leads to an address that cannot be parsed.')
}
