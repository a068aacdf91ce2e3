import { readRetryAfter } from './read-retry-after.ts'

/** What a receiver's answer means; `reason` is absent for success. */
export type Judgement = { reason?: string; gone?: true; afterSeconds?: number }

/** Only 2xx is success. Redirects are not followed; 410 says that nothing is to be sent any more. */
export function judgeAnswer(status: number, retryAfter: string | undefined): Judgement {
  if (status >= 200 && status <= 299) return {}
  if (status === 410) return { reason: 'gone', gone: true }
  if (status >= 300 && status <= 399) return { reason: 'redirect_not_followed' }
  return { reason: `http_${status}`, ...readRetryAfter(retryAfter) }
}
