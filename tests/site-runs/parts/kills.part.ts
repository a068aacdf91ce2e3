import type { ServiceName } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { askForReport, hasEnded, listPages, makeOwner, type SiteOwner, untilReport } from '../harness/site-owner.ts'
import { startSite } from '../harness/start-site.ts'
import { type Part, type PartTools, reachSites } from '../part.ts'
import { judgePages, judgeRequests, judgeSameResult } from '../verdicts.ts'

const addresses = 400
/** Killed when such a share of the addresses has been requested. */
const killed: [service: ServiceName, share: number][] = [
  ['analyzer', 0.2],
  ['pages', 0.4],
  ['report', 0.6],
]
/**
 * What docs/site-reports.md admits: the visits of the half second before they are stored, and the four that are under
 * way. Only the analyzer makes requests.
 */
const maxRepeated = 8
const timeoutMs = 600_000

export const kills: Part = {
  name: 'kills',
  does: `kill -9 of ${killed.map(([service]) => service).join(', ')} during the crawl of ${addresses} addresses`,
  env: { ...reachSites, SITE_RUN_SILENT_SECONDS: '15' },

  async run({ system, signal, say }: PartTools) {
    await using site = await startSite({ host: '127.0.0.2', addresses })
    const owner = await makeOwner(system, site)
    const undisturbed = await crawl(owner, await askForReport(owner, addresses), signal)
    say(`undisturbed: ${undisturbed.report.status}, ${undisturbed.report.progress.done} addresses`)
    const once = judgeRequests('requests of the undisturbed run', site.expected.pages, await site.requests(), 0)

    await site.forgetRequests()
    const id = await askForReport(owner, addresses)
    for (const [service, share] of killed) {
      const isFar = ({ progress }: { progress: { done: number } }): boolean => progress.done >= share * addresses
      const { progress, attempt } = await untilReport(owner, id, isFar, { signal, timeoutMs, intervalMs: 250 })
      say(`kill -9 ${service} after ${progress.done} addresses, in attempt ${attempt}`)
      await killAndWait(system, service)
    }
    const disturbed = await crawl(owner, id, signal)
    say(`disturbed: ${disturbed.report.status}, in attempt ${disturbed.report.attempt}`)
    return [
      once,
      judgePages(site.expected, disturbed.pages),
      judgeRequests('requests of the disturbed run', site.expected.pages, await site.requests(), maxRepeated),
      judgeSameResult(undisturbed, disturbed),
    ]
  },
}

async function crawl(owner: SiteOwner, id: string, signal: AbortSignal) {
  const report = await untilReport(owner, id, hasEnded, { signal, timeoutMs })
  return { report, pages: await listPages(owner, id, signal) }
}

/** Kills a service; resolves when it has been started again and is ready. */
async function killAndWait({ copies }: PartTools['system'], service: ServiceName): Promise<void> {
  const copy = copies.find((one) => one.service === service)
  if (copy === undefined) throw new Error(`No process ${service} runs.`)
  const before = copy.process.restarts()
  copy.process.kill('SIGKILL')
  await until(`${service} is started again`, () => copy.process.restarts() > before)
  await until(`${service} is ready`, async () => (await fetch(copy.readyUrl)).ok)
}
