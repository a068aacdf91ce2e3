import type { Acceptance, Settled } from '../settle.ts'
import type { Rule } from './rule.ts'

/** What `harness/serve-pages.ts` answers for a path. */
const isNoindex = (url: string): boolean => url.includes('/noindex/')
const isGone = (url: string): boolean => url.includes('/gone/')
const isChanging = (url: string): boolean => url.includes('/changing/')

type Sure = (url: string, action: string, wasTaken: boolean) => boolean

/** What must be so for each reason to skip. */
const reasons: Record<string, Sure> = {
  unchanged: (url, action, wasTaken) =>
    action === 'update' && wasTaken && !isNoindex(url) && !isGone(url) && !isChanging(url),
  noindex: (url, action) => action === 'update' && isNoindex(url),
  not_found: (url, action) => action === 'update' && isGone(url),
  still_there: (url, action) => action === 'delete' && !isNoindex(url) && !isGone(url),
}

export const skipped: Rule = {
  promise: 'a URL is skipped only where its page gives the reason for it, and only if a check was asked for',
  findBroken(settled) {
    const { deliveries, engine } = settled
    const acceptances = byBatchAndUrl(settled)
    const taken = new Set(engine.filter(({ verdict }) => verdict === 'taken').flatMap(({ urls }) => urls))
    return deliveries.flatMap(({ batchId, url, status, reason = '' }) => {
      const acceptance = acceptances.get(`${batchId} ${url}`)
      if (status !== 'skipped' || acceptance === undefined) return []
      if (!acceptance.preflight) return [`${url} of ${batchId} was skipped, but no check was asked for`]
      const isSure = reasons[reason]?.(url, acceptance.action, taken.has(url)) === true
      return isSure ? [] : [`${url} of ${batchId} (${acceptance.action}) was skipped as ${reason}`]
    })
  },
}

export const useful: Rule = {
  promise: 'a page that no engine can show is sent only if its check failed, or an engine may know it',
  findBroken(settled) {
    const acceptances = byBatchAndUrl(settled)
    const checked = settled.deliveries.filter(({ batchId, url }) => {
      const acceptance = acceptances.get(`${batchId} ${url}`)
      return acceptance?.preflight === true && (isNoindex(url) || isGone(url))
    })
    return [...Map.groupBy(checked, ({ url }) => url)].flatMap(([url, all]) => {
      // One that was sent without a check, or as a deletion, is announced again as what it is.
      const isKnown = all.some(({ batchId, notChecked }) => {
        return notChecked !== undefined || acceptances.get(`${batchId} ${url}`)?.action === 'delete'
      })
      return all
        .filter(({ status }) => status === 'delivered' && !isKnown)
        .map(({ batchId }) => `${url} of ${batchId} was sent after its check`)
    })
  },
}

export const givenBack: Rule = {
  promise: 'the charge of every skipped URL is given back once, and of no other',
  findBroken(settled) {
    const { deliveries, givenBack: given, controls } = settled
    const deleted = new Set(controls.filter(({ what }) => what === 'delete').map(({ project }) => project))
    const skips = Map.groupBy(
      deliveries.filter(({ status }) => status === 'skipped'),
      ({ batchId }) => batchId,
    )
    const perBatch = settled.batches
      .filter(({ project }) => !deleted.has(project))
      .map(({ id }) => ({ id, skips: skips.get(id)?.length ?? 0, given: given.get(id) ?? 0 }))
      .filter((batch) => batch.skips !== batch.given)
      .map((batch) => `batch ${batch.id}: ${batch.skips} skipped, ${batch.given} given back`)
    return [...perBatch, ...wrongCounters(settled)]
  },
}

/** Counters of a period that are not the sum of what was given back of its batches. */
function wrongCounters({ batches, givenBack: given, used }: Settled): string[] {
  const sums = new Map<string, number>()
  for (const { id, account, day, month } of batches) {
    for (const period of [day, month]) {
      const name = `${account} ${period}`
      sums.set(name, (sums.get(name) ?? 0) + (given.get(id) ?? 0))
    }
  }
  return used
    .map((row) => ({ name: `${row.account} ${row.period}`, counted: row.givenBack }))
    .filter(({ name, counted }) => counted !== (sums.get(name) ?? 0))
    .map(({ name, counted }) => `${name}: ${counted} counted as given back, ${sums.get(name) ?? 0} were`)
}

function byBatchAndUrl({ acceptances }: Settled): Map<string, Acceptance> {
  return new Map(acceptances.map((acceptance) => [`${acceptance.batchId} ${acceptance.url}`, acceptance]))
}
