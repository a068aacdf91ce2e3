import type { IncomingHttpHeaders } from 'node:http'

/** The size of a body by the request's headers: 0 without a body, Infinity for a chunked one. */
export const announcedBytes = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
