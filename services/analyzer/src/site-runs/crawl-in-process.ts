import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { suppressionsAt } from '@pagebell/scoring/suppressions'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { crawlSite } from '../sites/crawl-site.ts'
import type { MadeVisit } from '../sites/earlier-visits.ts'
import { type FindKept, isUnchanged, mayBeKept } from '../sites/kept-readings.ts'
import { startSiteReader } from '../sites/site-reader.ts'
import { siteReport } from '../sites/site-report.ts'
import type { Visit } from '../sites/visit-page.ts'
import type { AskParent, EncodedVisit } from './crawl-messages.ts'
import { sitePages, siteResult } from './site-result.ts'
import { addressKey, decodeVisit, encodeVisit } from './visit-codec.ts'
import { startVisitUplink } from './visit-uplink.ts'

/** Without the time in which the crawl waits. */
const maxMinutes = 120

/**
 * Crawls the site of a job: tells the parent what was visited, and at the end the result, or why there is none. At the end
 * of its turn it stops requesting, and is given back with all that it has visited.
 */
export async function crawlInProcess(ask: AskParent): Promise<void> {
  const { url, maxPages, spentMinutes, selection, reach, hasKept, hostLimits } = await ask({ kind: 'job' })
  const checks = await loadSiteChecks()
  await using reader = startSiteReader()
  const uplink = startVisitUplink(ask)
  const unchanged = new Set<string>()
  let failed = 0

  async function* storedVisits(): AsyncGenerator<MadeVisit> {
    for (;;) {
      const portion = await ask({ kind: 'stored' })
      if (portion.length === 0) return
      for (const body of portion) {
        const made = decodeVisit(body)
        if (!isComplete(made)) continue
        note(made)
        yield made
      }
    }
  }

  function note({ address, visit }: MadeVisit): void {
    if (hasFailed(visit)) failed += 1
    if (visit.kind === 'page' && isUnchanged(visit)) unchanged.add(address.url)
  }

  const findKept: FindKept = async (wanted) => {
    const body = await ask({ kind: 'kept', address: addressKey(wanted) })
    if (body === null) return null
    const { address, visit } = decodeVisit(body)
    return visit.kind === 'page' && address.url === wanted ? visit : null
  }

  try {
    const crawl = await crawlSite(
      url,
      { ...defaultLimits, pages: maxPages, minutes: maxMinutes },
      {
        fetchSafely: safeFetcher(reach),
        reader,
        signal: new AbortController().signal,
        pause: uplink.turnOver,
        spentMinutes,
        selection,
        earlier: storedVisits(),
        onProgress: ({ requested, waiting }) => Object.assign(uplink.progress, { requested, waiting, failed }),
        async onVisit(made) {
          note(made)
          await uplink.push(encoded(made))
        },
        ...(hasKept && { findKept }),
        ...(hostLimits !== undefined && { hostLimits }),
      },
    )
    await uplink.finish()
    if (crawl.end === 'interrupted') {
      await ask({ kind: 'release' })
      return
    }
    // One state for all pages, those of earlier attempts too: a visit is stored as it was rated.
    const suppressions = await ask({ kind: 'suppressions' })
    const report = siteReport(crawl, checks, suppressionsAt(suppressions, new Date().toISOString()))
    let first = 1
    for (const pages of sitePages(report)) {
      await ask({ kind: 'pages', first, pages })
      first += pages.length
    }
    await ask({ kind: 'result', result: siteResult(report, unchanged.size) })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    await uplink.finish()
    await ask({ kind: 'failure', code: error.reason, message: error.message })
  }
}

function encoded(made: MadeVisit): EncodedVisit {
  const { address, visit } = made
  const isKept = visit.kind === 'page' && mayBeKept(visit)
  return { body: encodeVisit(made), ...(isKept && { address: addressKey(address.url) }) }
}

/** No response, an error, or a page that cannot be read. */
function hasFailed(visit: Visit): boolean {
  return visit.kind === 'unanswered' || visit.kind === 'unreadable' || (visit.kind === 'status' && visit.status >= 400)
}

/** An older analyzer stored no weights of what passed: such a page is requested again. */
function isComplete({ visit }: MadeVisit): boolean {
  return visit.kind !== 'page' || visit.reading.passed !== undefined
}
