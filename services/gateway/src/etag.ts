import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'

/** Weak, because the same version may be written with its fields in another order. */
export const etagOf = ({ id, version, status }: Report): string => `W/"${id}-${version}-${status}"`

/** Whether If-None-Match names this ETag (RFC 9110 13.1.2: weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === opaque)
}
