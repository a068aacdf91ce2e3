import { FetchFailure } from './fetch-failure.ts'

type Answered = { url: string; status: number; headers: readonly [name: string, value: string][] }

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Where an answer sends its client, or undefined for one that is no redirect or names no place. */
export function redirectTarget({ url, status, headers }: Answered): string | undefined {
  const location = isRedirect(status) ? headers.find(([name]) => name === 'location')?.[1] : undefined
  // A relative address is joined here; an absolute one is judged by its own text, spelling tricks and all.
  if (location === undefined || /^[a-z][a-z0-9+.-]*:/i.test(location)) return location
  if (URL.canParse(location, url)) return new URL(location, url).href
  throw new FetchFailure('blocked_address', 'A redirect leads to an address that cannot be parsed.')
}
