import { meanwhile } from '../harness/meanwhile.ts'
import {
  askForReport,
  hasEnded,
  listPages,
  makeAccount,
  makeOwner,
  secondsOf,
  untilReport,
} from '../harness/site-owner.ts'
import { startSite } from '../harness/start-site.ts'
import { timeReportsUntil, timeSomeReports } from '../harness/time-reports.ts'
import { watchMemory } from '../harness/watch-memory.ts'
import { type Part, type PartTools, reachSites } from '../part.ts'
import { judgeFindings, judgeMemory, judgePages, judgeReports, judgeRequests, judgeTime } from '../verdicts.ts'

const maxMb = 300
const maxAddedMs = 3_000
/** Reports that are measured before; those before them warm the system up. */
const [warmUp, measured] = [5, 21]
const reportIntervalMs = 10_000
const sayIntervalMs = 60_000

export const volume: Part = {
  name: 'volume',
  does: 'one large site of a paying account, while another account has single pages rated',
  env: reachSites,

  async run({ system, pages, signal, say }: PartTools) {
    await using site = await startSite({ host: '127.0.0.2', addresses: pages })
    const owner = await makeOwner(system, site)
    const other = await makeAccount(system, 'other@example.com', 'unlimited')
    await timeSomeReports(system, other, warmUp)
    const usualMs = await timeSomeReports(system, other, measured)
    say(`a report of a page takes ${Math.round(Math.max(...usualMs))} ms at most; the crawl begins`)

    const id = await askForReport(owner, pages)
    let saidAt = performance.now()
    const [report, [peakMb, duringMs]] = await meanwhile(
      signal,
      (until) => {
        const ended = (one: Parameters<typeof hasEnded>[0]): boolean => {
          if (performance.now() > saidAt + sayIntervalMs) {
            saidAt = performance.now()
            say(`${one.progress.done} addresses requested`)
          }
          return hasEnded(one)
        }
        return untilReport(owner, id, ended, { signal: until, timeoutMs: pages * 400 + 300_000 })
      },
      (until) =>
        Promise.all([
          watchMemory(system, until),
          timeReportsUntil(system, other, { intervalMs: reportIntervalMs, signal: until }),
        ]),
    )
    for (const [name, mb] of [...peakMb].toSorted(([, one], [, two]) => two - one)) say(`${Math.round(mb)} MB: ${name}`)

    const listed = await listPages(owner, id, signal)
    return [
      judgeTime(report.counts?.requested ?? 0, secondsOf(report)),
      judgeMemory(peakMb, maxMb),
      judgeReports(usualMs, duringMs, maxAddedMs),
      judgePages(site.expected, listed),
      judgeRequests('requests that the site counted', site.expected.pages, await site.requests(), 0),
      judgeFindings(site.expected, report, listed),
    ]
  },
}
