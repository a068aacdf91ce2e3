import type { CrawlProgress } from '../sites/request-all.ts'

/** In a log, a line for so many addresses. */
const addressesPerLine = 100

type ProgressLine = { show(stage: string): void }

/**
 * Shows how far a crawl of at most `max` addresses is: on a terminal in one line, in another stream by a line for each
 * hundred addresses, once.
 */
export function siteProgress(
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  line: ProgressLine,
  max: number,
): (progress: CrawlProgress) => void {
  let hundredsShown = 0
  return ({ requested, waiting }) => {
    const text = `${requested} of at most ${max} addresses requested, ${waiting} waiting`
    if (out.isTTY) {
      line.show(text)
      return
    }
    const hundreds = Math.floor(requested / addressesPerLine)
    if (hundreds <= hundredsShown) return
    hundredsShown = hundreds
    out.write(`${text}\n`)
  }
}
