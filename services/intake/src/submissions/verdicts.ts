import type { JudgedUrl } from './judge-urls.ts'

export type Verdict = {
  url: string
  verdict: 'accepted' | 'duplicate' | 'invalid' | 'foreign'
  reason?: string
  allowed_again_at?: string
  /** Of a request with several channels: those that this URL is sent to. */
  channels?: string[]
}

type Charges = { chargedAt: (number | undefined)[]; at: number; channels: string[]; windowMs: number }

/**
 * The verdict on each URL in the order sent. `chargedAt` are the moments of earlier charges of the own URLs, one for
 * each channel; `at` is this request's own. A URL is accepted if it is sent to one channel at least.
 */
export function toVerdicts(
  sent: string[],
  judged: JudgedUrl[],
  { chargedAt, at, channels, windowMs }: Charges,
): Verdict[] {
  const again = (charged: number) => ({ allowed_again_at: new Date(charged + windowMs).toISOString() })
  return judged.map((one, index): Verdict => {
    const url = sent[index] ?? ''
    if (one.kind === 'invalid' || one.kind === 'foreign') return { url, verdict: one.kind, reason: one.reason }
    const charges = channels.map((_, place) => chargedAt[one.own + place])
    const open = channels.filter((_, place) => charges[place] === undefined)
    if (one.kind === 'own' && open.length > 0)
      return { url, verdict: 'accepted', ...(channels.length > 1 && { channels: open }) }
    const first = Math.min(...charges.map((charged) => charged ?? at))
    const reason = one.kind === 'repeat' ? 'repeated in this request' : 'sent a moment ago'
    return { url, verdict: 'duplicate', reason, ...again(first) }
  })
}
