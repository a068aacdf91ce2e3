import type { IncomingHttpHeaders } from 'node:http'

/** The size of a body as the head of its request tells it: 0 for none, Infinity for one in chunks. */
export const announcedBytes = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
