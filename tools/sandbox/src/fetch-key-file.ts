import { request } from 'undici'

export type KeyFile = { status: number; contentType: string; body: string }
export type FetchKeyFile = (url: string) => Promise<KeyFile>

/** Longer than any key: what follows can only make the file wrong. */
const MOST_BYTES = 1024

/**
 * Reads a key file as an engine does: no redirect followed, five seconds, only the beginning. Throws when unreachable.
 */
export const fetchKeyFile: FetchKeyFile = async (url) => {
  const answer = await request(url, {
    signal: AbortSignal.timeout(5_000),
    headers: { 'user-agent': 'PagebellSandbox/1.0' },
  })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer.body) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size > MOST_BYTES) break
  }
  return {
    status: answer.statusCode,
    contentType: String(answer.headers['content-type'] ?? ''),
    body: Buffer.concat(parts).toString('utf8'),
  }
}
