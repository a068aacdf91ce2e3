import { request } from 'undici'

export type KeyFile = { status: number; contentType: string; body: string }
export type FetchKeyFile = (url: string) => Promise<KeyFile>

/** Longer than any key, so a longer file is invalid. */
const maxBytes = 1024

/**
 * Reads the beginning of a key file as an engine does: no redirects, a timeout of 5 s. Throws when unreachable.
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
    if (size > maxBytes) break
  }
  return {
    status: answer.statusCode,
    contentType: String(answer.headers['content-type'] ?? ''),
    body: Buffer.concat(parts).toString('utf8'),
  }
}
