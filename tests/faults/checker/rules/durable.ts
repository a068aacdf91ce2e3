import { acceptedUrls } from '../settle.ts'
import type { Rule } from './rule.ts'

export const durable: Rule = {
  promise: 'every URL that a 202 reports as accepted is stored, and no other',
  findBroken: ({ claims, batchById }) =>
    [...claims].flatMap(([batchId, submits]) =>
      submits.flatMap((submit) => {
        const batch = batchById.get(batchId)
        const accepted = acceptedUrls(submit)
        if (batch === undefined) return [`request ${submit.id} was answered 202, but batch ${batchId} is not stored`]
        const stored = new Set(batch.urls)
        const same = accepted.length === stored.size && accepted.every((url) => stored.has(url))
        return same
          ? []
          : [`request ${submit.id}: ${accepted.length} URLs accepted, ${stored.size} stored in ${batchId}`]
      }),
    ),
}
