import { hash } from 'node:crypto'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { writeTarget } from './target.ts'

/** A normalised URL of the project's own as a batch keeps it, and the 16 bytes under which the ledger knows it. */
export type OwnUrl = { url: string; hash: Buffer }

/** What can be said of one sent URL without asking anybody; `own` is where it begins among the own URLs. */
export type Judged =
  | { kind: 'own'; own: number }
  | { kind: 'repeat'; own: number }
  | { kind: 'invalid'; reason: string }
  | { kind: 'foreign'; reason: string }

export type JudgedUrls = { own: OwnUrl[]; judged: Judged[] }

/** Normalises and judges URLs in the order sent. A distinct own URL stands in `own` once for each channel, side by side. */
export function judgeUrls(sent: string[], project: string, channels: string[], action: string): JudgedUrls {
  const own: OwnUrl[] = []
  const known = new Map<string, number>()
  const judged = sent.map((text): Judged => {
    const normalised = normaliseUrl(text)
    if (!normalised.ok) return { kind: 'invalid', reason: normalised.reason }
    if (!belongsTo(normalised.host, project))
      return { kind: 'foreign', reason: `not on ${project} or a subdomain of it` }
    const before = known.get(normalised.url)
    if (before !== undefined) return { kind: 'repeat', own: before }
    const begin = own.length
    known.set(normalised.url, begin)
    for (const channel of channels) {
      const url = writeTarget(channels, { channel, url: normalised.url })
      own.push({ url, hash: hashUrl(normalised.url, channel, action) })
    }
    return { kind: 'own', own: begin }
  })
  return { own, judged }
}

// A newline can be in none of the three, so that no two different triples are written alike.
function hashUrl(url: string, channel: string, action: string): Buffer {
  return hash('sha256', `${channel}\n${action}\n${url}`, 'buffer').subarray(0, 16)
}
