import type { EngineRequest, Fault } from '../read-evidence.ts'
import { matchArrivals } from './reached.ts'
import type { Rule } from './rule.ts'

/** What ends or freezes a copy that is sending, keeps the engine's answer from it, or keeps it from recording one. */
const interruptsSending = /PostgreSQL|^(kill -9|SIGSTOP) (all )?notifiers?|^wire notifier to postgres|engine/

/** The longest time from a request to its recorded answer on a busy machine. */
const recordMs = 10_000
/** Before the engine has received a request, a copy has sent it. */
const sendMs = 1_000

export const repeated: Rule = {
  promise: 'a URL is sent again only if a fault could keep the answer of its first request from being recorded',
  findBroken(settled) {
    const { duplicatesOf } = matchArrivals(settled)
    const faults = settled.faults.filter(({ name }) => interruptsSending.test(name))
    const interrupted = new Map<string, number>()
    for (const request of settled.engine) {
      if (request.verdict !== 'taken' || !isInterrupted(request, faults)) continue
      for (const url of request.urls) interrupted.set(url, (interrupted.get(url) ?? 0) + 1)
    }
    return [...duplicatesOf]
      .filter(([url, duplicates]) => duplicates > (interrupted.get(url) ?? 0))
      .map(([url, duplicates]) => {
        return `${url} was sent ${duplicates} times too often, after ${interrupted.get(url) ?? 0} interrupted requests`
      })
  },
}

const isInterrupted = ({ t, behaviour }: EngineRequest, faults: Fault[]): boolean =>
  behaviour !== 'normal' ||
  faults.some(({ injectedAt, recoveredAt }) => injectedAt <= t + recordMs && recoveredAt >= t - sendMs)
