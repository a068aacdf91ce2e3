import type { Queryable } from '@pagebell/postgres/database'
import type { ShownSubscription, SubscriptionState, WatchPlace } from './subscription.ts'
import { findSubscriptions, type SubscriptionRow } from './subscriptions.sql.ts'

export type ShowSubscriptions = (
  q: Queryable,
  place: Omit<WatchPlace, 'watchId'> & { watchId?: string | undefined },
) => Promise<Map<string, ShownSubscription>>

const noCallback = 'Hubs cannot reach PUBLIC_URL, the address of this installation, so that none is asked.'

/** Reads the subscriptions of a project's watches, by the ids of these, as their owner sees them. */
export function createShowSubscriptions(callbackBase: string | undefined): ShowSubscriptions {
  const canSubscribe = callbackBase !== undefined
  return async (q, place) => {
    const rows = await findSubscriptions(q, place)
    return new Map(rows.map((row) => [row.watch_id, toShown(row, canSubscribe)]))
  }
}

function toShown(row: SubscriptionRow, canSubscribe: boolean): ShownSubscription {
  const { hub, topic, expires_at, last_delivery_at, problem } = row
  const state = stateOf(row, canSubscribe)
  return { hub, topic, state, expires_at, last_delivery_at, problem: state === 'unavailable' ? noCallback : problem }
}

/** A subscription that is active stays so while a renewal fails, until its lease ends. */
function stateOf({ expires_at, is_denied, problem }: SubscriptionRow, canSubscribe: boolean): SubscriptionState {
  if (expires_at !== null) return 'active'
  if (!canSubscribe) return 'unavailable'
  if (is_denied) return 'denied'
  return problem === null ? 'requested' : 'failed'
}
