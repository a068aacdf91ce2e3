import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Fault, fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { findHookToken } from '../hooks/hooks.sql.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import type { Submission } from './submit-urls.ts'

const maxUrls = 1_000

type SubmissionRequest = {
  account_id: string
  project_id: string
  urls: string[]
  channel?: string | undefined
  action: string
}

/**
 * A request of an account as one of its project's webhook, which charges it. Throws fault `invalid` with the field, and
 * `conflict` for a project without an enabled webhook.
 */
export async function readSubmission(
  db: Database,
  { account_id, project_id, urls, channel, action }: SubmissionRequest,
): Promise<Submission> {
  requireIds({ account_id, project_id })
  if (urls.length < 1 || urls.length > maxUrls) throw invalidField('urls', `must be from 1 to ${maxUrls} URLs`)
  if (action !== 'update' && action !== 'delete') throw invalidField('action', 'must be one of: update, delete')
  if (channel !== undefined && !channelIds.some((id) => id === channel))
    throw invalidField('channel', `must be one of: ${channelIds.join(', ')}`)
  const hook = await findHookToken(db.forAccount(account_id), account_id, project_id)
  if (hook === undefined) throw noHook()
  return {
    ...hook,
    urls,
    channel,
    action,
    idempotency: undefined,
    dryRun: false,
    overQuota: 'refuse',
    preflight: undefined,
    timeoutMs: answerTimeoutMs,
  }
}

const noHook = (): Fault =>
  fault('conflict', 'The project has no webhook that is enabled, and URLs are charged and sent through it.', {
    code: 'no_webhook',
  })
