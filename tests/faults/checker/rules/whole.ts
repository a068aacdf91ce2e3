import type { Rule } from './rule.ts'

export const whole: Rule = {
  promise: 'nothing is charged but what was accepted; a request without an answer is wholly in or wholly out',
  findBroken({ batches, claims, late, run }) {
    const charges = Map.groupBy(
      batches.flatMap((batch) => batch.urls.map((url) => ({ batch, name: `${batch.account} ${batch.action} ${url}` }))),
      ({ name }) => name,
    )
    return batches.flatMap((batch) => {
      if (batch.urls.length === 0 || claims.has(batch.id)) return []
      const submit = late.get(batch.id)
      if (submit === undefined) return [`batch ${batch.id} of ${batch.account} belongs to no request that may count`]
      const stored = new Set(batch.urls)
      const missing = [...new Set(submit.urls)].filter((url) => url.includes('/of-') && !stored.has(url))
      return missing
        .filter((url) => {
          // A duplicate is judged after the request was sent; its batch may be charged much later, by a database that was frozen.
          const since = Math.min(submit.sentAt, batch.at) - run.windowSeconds * 1_000 - 500
          const others = charges.get(`${batch.account} ${batch.action} ${url}`) ?? []
          return !others.some((other) => other.batch.at <= batch.at && other.batch.at > since)
        })
        .map((url) => `request ${submit.id} is in batch ${batch.id} without ${url}`)
    })
  },
}
