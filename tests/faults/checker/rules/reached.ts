import type { Settled } from '../settle.ts'
import type { Rule } from './rule.ts'

export const reached: Rule = {
  promise: 'every accepted URL reached its engine, was refused by it, or was skipped by a check of its page',
  findBroken(settled) {
    const { arrivals, missing } = matchArrivals(settled)
    const deleted = new Set(settled.controls.filter(({ what }) => what === 'delete').map(({ project }) => project))
    const rejected = new Set(
      settled.deliveries.filter(({ status }) => status === 'rejected').map(({ batchId, url }) => `${batchId} ${url}`),
    )
    // Only a request with a single URL identifies the refused URL.
    const refused = new Set(
      settled.engine
        .filter(({ verdict, urls }) => verdict === 'refused' && urls.length === 1)
        .flatMap(({ urls }) => urls),
    )
    return missing
      .filter(({ project }) => !deleted.has(project))
      .filter(({ batchId, url }) => !(rejected.has(`${batchId} ${url}`) && refused.has(url)))
      .map(
        ({ url, batchId }) => `${url} of batch ${batchId}: ${arrivals.get(url)?.length ?? 0} arrivals, one is missing`,
      )
  },
}

/** Matches each acceptance that was not skipped with the first unmatched arrival of its URL that is not earlier than it. */
export function matchArrivals({ acceptances, engine, deliveries }: Settled) {
  const skipped = new Set(
    deliveries.filter(({ status }) => status === 'skipped').map(({ batchId, url }) => `${batchId} ${url}`),
  )
  const sent = acceptances.filter(({ batchId, url }) => !skipped.has(`${batchId} ${url}`))
  const arrivals = new Map<string, number[]>()
  for (const { urls, verdict, t } of engine) {
    if (verdict !== 'taken') continue
    for (const url of urls) {
      const times = arrivals.get(url)
      if (times === undefined) arrivals.set(url, [t])
      else times.push(t)
    }
  }
  const missing: Settled['acceptances'] = []
  const waits: number[] = []
  /** Arrivals of a URL that no acceptance accounts for. */
  const duplicatesOf = new Map([...arrivals].map(([url, times]) => [url, times.length]))
  for (const [url, accepted] of Map.groupBy(sent, (one) => one.url)) {
    const times = [...(arrivals.get(url) ?? [])].sort((a, b) => a - b)
    for (const acceptance of accepted.sort((a, b) => a.sentAt - b.sentAt)) {
      const at = times.findIndex((time) => time >= acceptance.sentAt - 5)
      if (at === -1) {
        missing.push(acceptance)
        continue
      }
      const [time = 0] = times.splice(at, 1)
      duplicatesOf.set(url, (duplicatesOf.get(url) ?? 0) - 1)
      if (acceptance.acknowledgedAt !== undefined) waits.push(Math.max(0, time - acceptance.acknowledgedAt))
    }
  }
  return { arrivals, missing, waits, duplicatesOf }
}
