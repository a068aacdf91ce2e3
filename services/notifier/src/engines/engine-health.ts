import type { Queryable } from '@pagebell/postgres/database'
import type { ChannelResult } from '../channels/channel.ts'
import { jitter, type RetryPolicy } from '../retry-policy.ts'
import { pauseEngine, recordFailure, recordHealthy } from './engine-state.sql.ts'

/**
 * Records what the results say about the endpoint, for all copies. Returns the seconds for which it is paused, or
 * 0.
 */
export async function recordEngineHealth(
  q: Queryable,
  policy: RetryPolicy,
  endpoint: string,
  results: ChannelResult[],
): Promise<number> {
  const paused = results.find((result) => result.kind === 'paused')
  if (paused !== undefined) {
    const named = paused.afterSeconds === undefined ? undefined : paused.afterSeconds * 1_000
    const plan = { first: policy.pause, max: policy.maxPause, spread: jitter() }
    const pausedMs = await pauseEngine(q, endpoint, named, plan)
    return Math.max(pausedMs ?? policy.pause, 0) / 1_000
  }
  const ofEngine = results.filter(isOfEngine)
  if (ofEngine.length === 0) return 0
  const isFailure = ofEngine.every(({ kind }) => kind === 'retry')
  if (isFailure) await recordFailure(q, endpoint, { after: policy.breakerAfter, openMs: policy.breakerOpen })
  else await recordHealthy(q, endpoint)
  return 0
}

/** Whether the engine was asked: a result that was decided without it says nothing about it. */
const isOfEngine = (result: ChannelResult): boolean =>
  result.kind === 'retry' ? result.ofSite !== true : result.response !== undefined
