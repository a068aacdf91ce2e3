import type { Settled } from '../settle.ts'
import { type Rule, seconds } from './rule.ts'

/** Clocks are read at different points of a request. */
const toleranceMs = 500

export const once: Rule = {
  promise: 'no URL is charged twice within the window',
  findBroken({ batches, acceptances, run }) {
    const windowMs = run.windowSeconds * 1_000
    const stored = tooClose(
      batches.flatMap((batch) =>
        batch.urls.map((url) => ({ name: `${batch.account} ${batch.action} ${url}`, from: batch.at, to: batch.at })),
      ),
      windowMs - 1,
    )
    // By the driver's clock alone.
    const acknowledged = tooClose(
      acceptances.flatMap(({ account, action, url, sentAt, acknowledgedAt }) =>
        acknowledgedAt === undefined ? [] : [{ name: `${account} ${action} ${url}`, from: sentAt, to: acknowledgedAt }],
      ),
      windowMs - toleranceMs,
    )
    return [...stored, ...acknowledged]
  },
}

/** Pairs in which the second charge ends less than a window after the first begins. */
function tooClose(charges: { name: string; from: number; to: number }[], windowMs: number): string[] {
  return [...Map.groupBy(charges, ({ name }) => name)].flatMap(([name, all]) =>
    all
      .sort((a, b) => a.from - b.from)
      .flatMap((charge, index) => {
        const before = all[index - 1]
        return before !== undefined && charge.to - before.from < windowMs
          ? [`${name} was charged twice within ${seconds(charge.to - before.from)}`]
          : []
      }),
  )
}

export const duplicate: Rule = {
  promise: 'every URL reported as a duplicate was accepted within the window',
  findBroken({ submits, batches, run }: Settled) {
    const windowMs = run.windowSeconds * 1_000
    const charges = new Map<string, number[]>()
    for (const { account, action, urls, at } of batches) {
      for (const url of urls) {
        const name = `${account} ${action} ${url}`
        charges.set(name, [...(charges.get(name) ?? []), at])
      }
    }
    return submits
      .filter(({ status, key }) => status === 202 && key === undefined)
      .flatMap((submit) =>
        submit.urls.flatMap((url, index) => {
          const isRepeat = submit.urls.indexOf(url) < index
          if (submit.verdicts[index] !== 'duplicate' || isRepeat) return []
          const times = charges.get(`${submit.account} ${submit.action} ${url}`) ?? []
          const good = times.some((at) => at <= submit.overAt + 5 && at >= submit.sentAt - windowMs - toleranceMs)
          if (good) return []
          const last = Math.max(...times.filter((at) => at <= submit.overAt))
          const when = Number.isFinite(last) ? `last ${seconds(submit.sentAt - last)} before` : 'never'
          return [`request ${submit.id} reports ${url} as a duplicate, but it was charged ${when}`]
        }),
      )
  },
}
