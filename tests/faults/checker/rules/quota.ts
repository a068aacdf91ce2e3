import type { Rule } from './rule.ts'

/** The plans' limits for a day and a month, stated independently of the services. */
const limits: Record<string, { day: number; month: number }> = {
  free: { day: 100, month: 1_000 },
  pro: { day: 10_000, month: 200_000 },
}

export const charged: Rule = {
  promise: 'what is used and what was given back are the accepted URLs, for every account and period',
  findBroken({ batches, used }) {
    const accepted = new Map<string, number>()
    for (const { account, day, month, urls } of batches) {
      for (const period of [day, month]) {
        const name = `${account} ${period}`
        accepted.set(name, (accepted.get(name) ?? 0) + urls.length)
      }
    }
    const counted = new Map(used.map((row) => [`${row.account} ${row.period}`, row.used + row.givenBack]))
    return [...new Set([...accepted.keys(), ...counted.keys()])]
      .filter((name) => (accepted.get(name) ?? 0) !== (counted.get(name) ?? 0))
      .map((name) => `${name}: ${accepted.get(name) ?? 0} accepted, ${counted.get(name) ?? 0} used or given back`)
  },
}

export const limit: Rule = {
  promise: 'usage never exceeds the limit',
  findBroken({ submits, used, accounts, replanned }) {
    const reported = submits
      .filter(({ status, dryRun }) => status === 202 && !dryRun)
      .flatMap(({ id, quota }) =>
        [quota?.day, quota?.month].flatMap((period) =>
          period && period.limit !== null && period.used > period.limit
            ? [`request ${id} was accepted with ${period.used} of ${period.limit} used`]
            : [],
        ),
      )
    const planOf = new Map([...accounts.values()].map(({ name, plan }) => [name, replanned.has(name) ? 'pro' : plan]))
    const stored = used.flatMap(({ account, period, used: count }) => {
      const allowed = limits[planOf.get(account) ?? '']?.[period.length === 10 ? 'day' : 'month']
      return allowed !== undefined && count > allowed ? [`${account} ${period}: ${count} used of ${allowed}`] : []
    })
    return [...reported, ...stored]
  },
}
