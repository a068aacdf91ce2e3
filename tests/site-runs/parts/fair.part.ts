import { judgeFairness } from '../fair-share.ts'
import { rest } from '../harness/meanwhile.ts'
import { askForReport, hasEnded, makeOwner, readReport, type SiteOwner, secondsOf } from '../harness/site-owner.ts'
import { startSite } from '../harness/start-site.ts'
import { type Part, type PartTools, reachSites } from '../part.ts'
import { judgeRequests } from '../verdicts.ts'

const hosts = ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14']
const addresses = 300
/** Of the one analyzer. */
const slots = 2
/** Five requests in a second. */
const secondsPerAddress = 0.2
const factor = 1.5
const intervalMs = 1_000
const timeoutMs = 600_000

/** As short as the sites are small: those of 10,000 addresses take 34 minutes, and turns of a minute. */
export const fair = (turnSeconds: string): Part => ({
  name: 'fair',
  does: `${hosts.length} sites of as many accounts at once, of ${addresses} addresses each, on an analyzer that crawls ${slots}`,
  env: { ...reachSites, SITE_RUNS_AT_ONCE: String(slots), SITE_RUN_TURN_SECONDS: turnSeconds },

  async run({ system, signal, say }: PartTools) {
    await using sites = new AsyncDisposableStack()
    const owners: SiteOwner[] = []
    for (const host of hosts) owners.push(await makeOwner(system, sites.use(await startSite({ host, addresses }))))
    const ids = await Promise.all(owners.map((owner) => askForReport(owner, addresses)))
    say('all crawls have been asked for')

    const read = () => Promise.all(owners.map((owner, index) => readReport(owner, ids[index] ?? '')))
    const deadline = performance.now() + timeoutMs
    let atFirstEnd: number[] | undefined
    for (;;) {
      signal.throwIfAborted()
      const reports = (await read()).filter((report) => report !== undefined)
      if (reports.length === hosts.length && reports.some(hasEnded)) {
        if (atFirstEnd === undefined)
          say(`the first one ends: ${reports.map(({ progress }) => progress.done).join(', ')}`)
        atFirstEnd ??= reports.map(({ progress }) => progress.done)
        if (reports.every(hasEnded)) {
          const alone = reports.map(({ progress }) => progress.done * secondsPerAddress)
          const run = { endedAfter: reports.map(secondsOf), alone, atFirstEnd, slots }
          say(`attempts: ${reports.map(({ attempt }) => attempt).join(', ')}`)
          const requests = await Promise.all(
            owners.map(async ({ site }) =>
              judgeRequests(`requests of ${site.host}`, site.expected.pages, await site.requests(), 0),
            ),
          )
          return [...judgeFairness(run, factor), ...requests]
        }
      }
      if (performance.now() > deadline) throw new Error('The crawls have not ended.')
      await rest(intervalMs, signal)
    }
  },
})
