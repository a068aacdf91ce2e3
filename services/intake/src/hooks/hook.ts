import { fault } from '@pagebell/faults/fault'
import { toWaitingReply } from '../quotas/quota-use.ts'

/** A token's state as stored; null where there is nothing to tell. */
export type Hook = {
  enabled: boolean
  last_four: string
  created_at: string
  last_used_at: string | null
  accepted_7d: number
  previous_last_four: string | null
  previous_accepted_until: string | null
  previous_last_used_at: string | null
  waiting_urls: number
  waiting_since: string | null
}

/** Whom a token belongs to. A token never changes hands, so this may be cached; whether it is accepted may not. */
export type TokenOwner = {
  accountId: string
  projectId: string
  project: string
  /** By the account's plan; null if that has no such limit. */
  requestsPerMinute: number | null
}

/** The reply of every method that answers a hook; throws fault `not_found` for a project without one. */
export function toHookReply(hook: Hook | undefined) {
  if (hook === undefined) throw fault('not_found', 'This project has no webhook.', { code: 'no_webhook' })
  const { waiting_urls, waiting_since, last_used_at, ...rest } = hook
  const { previous_last_four, previous_accepted_until, previous_last_used_at, ...always } = rest
  return {
    ...always,
    waiting: toWaitingReply({ urls: waiting_urls, oldest_at: waiting_since }),
    ...(last_used_at === null ? {} : { last_used_at }),
    ...(previous_last_four === null ? {} : { previous_last_four }),
    ...(previous_accepted_until === null ? {} : { previous_accepted_until }),
    ...(previous_last_used_at === null ? {} : { previous_last_used_at }),
  }
}
