import { hash } from 'node:crypto'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { encodeChannelUrl } from '../batches/channel-url.ts'

/**
 * A normalised URL on the project's own site as a batch stores it, and the 16 bytes of its entry in the dedupe window.
 */
export type SiteUrl = { url: string; hash: Buffer }

/** The judgement on a submitted URL that needs no look-up; `entry` is the position of its first entry in `siteUrls`. */
export type JudgedUrl =
  | { kind: 'distinct'; entry: number }
  | { kind: 'repeat'; entry: number }
  | { kind: 'invalid'; reason: string }
  | { kind: 'foreign'; reason: string }

export type JudgedUrls = { siteUrls: SiteUrl[]; judged: JudgedUrl[] }

/**
 * Normalises and judges URLs in the order sent. `siteUrls` has each distinct URL of the site once for each channel,
 * side by side.
 */
export function judgeUrls(sent: string[], project: string, channels: string[]): JudgedUrls {
  const siteUrls: SiteUrl[] = []
  const known = new Map<string, number>()
  const judged = sent.map((text): JudgedUrl => {
    const normalised = normaliseUrl(text)
    if (!normalised.ok) return { kind: 'invalid', reason: normalised.reason }
    if (!belongsTo(normalised.host, project))
      return { kind: 'foreign', reason: `not on ${project} or a subdomain of it` }
    const before = known.get(normalised.url)
    if (before !== undefined) return { kind: 'repeat', entry: before }
    const first = siteUrls.length
    known.set(normalised.url, first)
    for (const channel of channels) {
      const url = encodeChannelUrl(channels, { channel, url: normalised.url })
      siteUrls.push({ url, hash: hashUrl(normalised.url, channel) })
    }
    return { kind: 'distinct', entry: first }
  })
  return { siteUrls, judged }
}

export const isRejected = ({ kind }: JudgedUrl): boolean => kind === 'invalid' || kind === 'foreign'

// A newline can be in neither of the two, so no two different pairs are hashed alike. The word between them was the
// action until both actions shared one window; it stays, so that copies of the version before find the same rows.
function hashUrl(url: string, channel: string): Buffer {
  return hash('sha256', `${channel}\nupdate\n${url}`, 'buffer').subarray(0, 16)
}

export type Verdict = {
  url: string
  verdict: 'accepted' | 'waiting' | 'duplicate' | 'invalid' | 'foreign'
  reason?: string
  allowed_again_at?: string
  /** Of a request with several channels: those that this URL is sent to, or waits for. */
  channels?: string[]
}

type Charges = {
  chargedAt: (number | undefined)[]
  at: number
  channels: string[]
  windowMs: number
  /** What has become of the URLs that are no duplicates. */
  fresh: 'accepted' | 'waiting'
}

/**
 * The verdict on each URL in the order sent. `chargedAt` are the times of earlier charges of `siteUrls`, one for
 * each channel; `at` is that of this request. A URL is accepted, or waits, if it is fresh for one channel at least.
 */
export function toVerdicts(
  sent: string[],
  judged: JudgedUrl[],
  { chargedAt, at, channels, windowMs, fresh }: Charges,
): Verdict[] {
  const again = (charged: number) => ({ allowed_again_at: new Date(charged + windowMs).toISOString() })
  return judged.map((one, index): Verdict => {
    const url = sent[index] ?? ''
    if (one.kind === 'invalid' || one.kind === 'foreign') return { url, verdict: one.kind, reason: one.reason }
    const charges = channels.map((_, place) => chargedAt[one.entry + place])
    const open = channels.filter((_, place) => charges[place] === undefined)
    if (one.kind === 'distinct' && open.length > 0)
      return {
        url,
        verdict: fresh,
        ...(fresh === 'waiting' && { reason: 'over the quota' }),
        ...(channels.length > 1 && { channels: open }),
      }
    const first = Math.min(...charges.map((charged) => charged ?? at))
    const reason = one.kind === 'repeat' ? 'repeated in this request' : 'sent recently'
    return { url, verdict: 'duplicate', reason, ...again(first) }
  })
}
