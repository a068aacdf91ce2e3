import type { Rule } from './rule.ts'

export const whole: Rule = {
  promise: 'only accepted URLs are charged; a request without a response is stored completely or not at all',
  findBroken({ batches, claims, late, run }) {
    const charges = Map.groupBy(
      batches.flatMap((batch) => batch.urls.map((url) => ({ batch, name: `${batch.account} ${batch.action} ${url}` }))),
      ({ name }) => name,
    )
    return batches.flatMap((batch) => {
      if (batch.urls.length === 0 || claims.has(batch.id)) return []
      const submit = late.get(batch.id)
      if (submit === undefined) return [`batch ${batch.id} of ${batch.account} matches no request`]
      const stored = new Set(batch.urls)
      const missing = [...new Set(submit.urls)].filter((url) => url.includes('/of-') && !stored.has(url))
      return missing
        .filter((url) => {
          // Duplicates are judged after the request is sent; a frozen database may charge the batch much later.
          const since = Math.min(submit.sentAt, batch.at) - run.windowSeconds * 1_000 - 500
          const others = charges.get(`${batch.account} ${batch.action} ${url}`) ?? []
          return !others.some((other) => other.batch.at <= batch.at && other.batch.at > since)
        })
        .map((url) => `request ${submit.id} is in batch ${batch.id} without ${url}`)
    })
  },
}
