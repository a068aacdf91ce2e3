import type { Judged } from './judge-urls.ts'

export type Verdict = {
  url: string
  verdict: 'accepted' | 'duplicate' | 'invalid' | 'foreign'
  reason?: string
  allowed_again_at?: string
}

/**
 * The verdict on each URL in the order sent. `chargedAt` are the moments of earlier charges of the distinct own URLs; `at`
 * is this request's own.
 */
export function writeVerdicts(
  sent: string[],
  judged: Judged[],
  { chargedAt, at, windowMs }: { chargedAt: (number | undefined)[]; at: number; windowMs: number },
): Verdict[] {
  const again = (charged: number) => ({ allowed_again_at: new Date(charged + windowMs).toISOString() })
  return judged.map((one, index): Verdict => {
    const url = sent[index] ?? ''
    if (one.kind === 'invalid' || one.kind === 'foreign') return { url, verdict: one.kind, reason: one.reason }
    const charged = chargedAt[one.own]
    if (one.kind === 'repeat')
      return { url, verdict: 'duplicate', reason: 'repeated in this request', ...again(charged ?? at) }
    if (charged === undefined) return { url, verdict: 'accepted' }
    return { url, verdict: 'duplicate', reason: 'sent a moment ago', ...again(charged) }
  })
}
