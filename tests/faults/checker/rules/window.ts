import type { Settled } from '../settle.ts'
import { type Rule, seconds } from './rule.ts'

/** Clocks are read at different points of a request. */
const toleranceMs = 500

/** A charge of one URL of an account; it happened between `from` and `to`. */
type Charge = { page: string; action: string; from: number; to: number }

export const once: Rule = {
  promise: 'no URL is charged twice within the window, unless the opposite action was accepted in between',
  findBroken({ batches, acceptances, run }) {
    const windowMs = run.windowSeconds * 1_000
    const stored = batches.flatMap(({ account, action, urls, at }) =>
      urls.map((url) => ({ page: `${account} ${url}`, action, from: at, to: at })),
    )
    // By the driver's clock alone. A charge without a response may have happened at any time after it was sent.
    const sent = acceptances.map(({ account, action, url, sentAt, acknowledgedAt = Infinity }) => {
      return { page: `${account} ${url}`, action, from: sentAt, to: acknowledgedAt }
    })
    return [...tooClose(stored, windowMs - 1), ...tooClose(sent, windowMs - toleranceMs)]
  },
}

/** Pairs of one action in which the second charge ends less than a window after the first begins. */
function tooClose(charges: Charge[], windowMs: number): string[] {
  return [...Map.groupBy(charges, ({ page }) => page)].flatMap(([page, all]) =>
    [...Map.groupBy(all, ({ action }) => action)].flatMap(([action, same]) => {
      const opposite = all.filter((charge) => charge.action !== action)
      return same
        .sort((a, b) => a.from - b.from)
        .flatMap((charge, index) => {
          const before = same[index - 1]
          if (before === undefined || charge.to - before.from >= windowMs) return []
          const isEnded = opposite.some(({ from, to }) => from <= charge.to && to >= before.from)
          return isEnded ? [] : [`${page} ${action} was charged twice within ${seconds(charge.to - before.from)}`]
        })
    }),
  )
}

export const duplicate: Rule = {
  promise: 'every URL reported as a duplicate was accepted within the window, and not ended by the opposite action',
  findBroken({ submits, batches, acceptances, run }: Settled) {
    const windowMs = run.windowSeconds * 1_000
    const charges = new Map<string, number[]>()
    for (const { account, action, urls, at } of batches) {
      for (const url of urls) {
        const name = `${account} ${action} ${url}`
        charges.set(name, [...(charges.get(name) ?? []), at])
      }
    }
    const acknowledged = Map.groupBy(
      acceptances.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined),
      ({ account, url }) => `${account} ${url}`,
    )
    return submits
      .filter(({ status, key }) => status === 202 && key === undefined)
      .flatMap((submit) =>
        submit.urls.flatMap((url, index) => {
          const isRepeat = submit.urls.indexOf(url) < index
          if (submit.verdicts[index] !== 'duplicate' || isRepeat) return []
          const times = charges.get(`${submit.account} ${submit.action} ${url}`) ?? []
          // Opposite actions whose response had arrived before this request was sent.
          const ended = (acknowledged.get(`${submit.account} ${url}`) ?? []).filter(
            ({ action, acknowledgedAt = Infinity }) => action !== submit.action && acknowledgedAt < submit.sentAt,
          )
          const known = times.filter((at) => at <= submit.overAt + 5 && at >= submit.sentAt - windowMs - toleranceMs)
          if (known.some((at) => !ended.some(({ sentAt }) => sentAt > at))) return []
          if (known.length > 0)
            return [
              `request ${submit.id} reports ${url} as a duplicate, but the opposite action had been accepted since`,
            ]
          const last = Math.max(...times.filter((at) => at <= submit.overAt))
          const when = Number.isFinite(last) ? `last ${seconds(submit.sentAt - last)} before` : 'never'
          return [`request ${submit.id} reports ${url} as a duplicate, but it was charged ${when}`]
        }),
      )
  },
}
