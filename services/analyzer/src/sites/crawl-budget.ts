import type { CrawlLimits, LimitName } from '@pagebell/crawl/crawl-limits'

/** Why a crawl ended: nothing was left to request, the caller stopped it, or a limit. */
export type CrawlEnd = 'finished' | 'interrupted' | LimitName

export type CrawlBudget = Disposable & {
  /** Aborts when the time is used up or the caller stops the crawl; the other limits let requests under way end. */
  readonly signal: AbortSignal
  /** The first reason to end; null as long as the crawl may go on. */
  readonly end: Exclude<CrawlEnd, 'finished'> | null
  endBy(reason: Exclude<CrawlEnd, 'finished'>): void
  /** Bytes of a response. */
  addBytes(bytes: number): void
  /** A request that had a response. */
  countAnswer(): void
  /** A request without a response; too many in a row end the crawl. */
  countNoAnswer(): void
}

const neverAborted = new AbortController().signal

/**
 * What a crawl may use up, from now on. `interrupt` aborts to end it with what was found, also before it begins; `pause`
 * lets requests under way end.
 */
export function startCrawlBudget(
  limits: Pick<CrawlLimits, 'minutes' | 'megabytes' | 'unanswered'>,
  interrupt: AbortSignal,
  pause: AbortSignal = neverAborted,
): CrawlBudget {
  const stop = new AbortController()
  let end: CrawlBudget['end'] = null
  let [bytes, unanswered] = [0, 0]

  const endBy: CrawlBudget['endBy'] = (reason) => {
    end ??= reason
  }
  const abortBy = (reason: Exclude<CrawlEnd, 'finished'>) => () => {
    endBy(reason)
    stop.abort(new Error(`The crawl ended: ${reason}.`))
  }
  const onInterrupt = abortBy('interrupted')
  const timer = setTimeout(abortBy('minutes'), limits.minutes * 60_000)
  interrupt.addEventListener('abort', onInterrupt, { once: true })
  if (interrupt.aborted) onInterrupt()
  const onPause = (): void => endBy('interrupted')
  pause.addEventListener('abort', onPause, { once: true })

  return {
    signal: stop.signal,
    get end() {
      return end
    },
    endBy,
    addBytes(added) {
      bytes += added
      if (bytes > limits.megabytes * 1_000_000) endBy('megabytes')
    },
    countAnswer() {
      unanswered = 0
    },
    countNoAnswer() {
      unanswered += 1
      if (unanswered >= limits.unanswered) endBy('unanswered')
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      interrupt.removeEventListener('abort', onInterrupt)
      pause.removeEventListener('abort', onPause)
      stop.abort(new Error('The crawl ended.'))
    },
  }
}
