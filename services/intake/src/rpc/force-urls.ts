import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Fault, fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { ForcedBatches } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import type { ChannelFinder } from '../find-channels.ts'
import { answerWithinMs } from '../in-time.ts'
import { findHookToken } from '../queries/find-hook-token.ts'
import type { Force } from '../queries/insert-forced-batch.ts'
import type { Submission, Submitted } from '../submit-urls.ts'

const atMost = 1_000
const longestReason = 500

type Tools = {
  db: Database
  findChannels: ChannelFinder['find']
  submit: (submission: Submission, force: Force) => Promise<Submitted>
}

/** As a submission with the project's own token, which is charged in the same way and need not be shown. */
export function forceUrls({ db, findChannels, submit }: Tools): Handler<typeof ForcedBatches, 'forceUrls'> {
  return async ({ account_id, project_id, urls, channel, action, reason, key_id, idempotency }) => {
    checkUuid({ account_id, project_id, ...(key_id !== undefined && { key_id }) })
    if (urls.length < 1 || urls.length > atMost) throw refuse('urls', `must be from 1 to ${atMost} URLs`)
    if (reason.length < 1 || reason.length > longestReason)
      throw refuse('reason', `must be 1 to ${longestReason} characters`)
    if (action !== 'update' && action !== 'delete') throw refuse('action', 'must be one of: update, delete')
    if (channel !== undefined && !channelIds.some((id) => id === channel))
      throw refuse('channel', `must be one of: ${channelIds.join(', ')}`)
    const hook = await findHookToken(db.of(account_id), account_id, project_id)
    if (hook === undefined) throw noHook()

    const owner = { accountId: account_id, projectId: project_id, project: hook.project }
    const submission: Submission = {
      tokenHash: hook.tokenHash,
      owner,
      urls,
      channels: await findChannels(owner, channel),
      action,
      idempotencyKey: idempotency?.key || undefined,
      dryRun: false,
      withinMs: answerWithinMs,
    }
    const { batch_id, accepted, duplicates, rejected, results } = await submit(submission, { keyId: key_id, reason })
    if (batch_id === null) throw fault('internal', 'a forced request was answered without its batch')
    const told = results.map(({ url, verdict, reason: why }) => ({
      url,
      verdict,
      ...(why !== undefined && { reason: why }),
    }))
    return { batch_id, accepted, duplicates, rejected, results: told }
  }
}

const refuse = (field: string, text: string): Fault =>
  fault('invalid', `${field} ${text}.`, { errors: { [field]: [text] } })

const noHook = (): Fault =>
  fault('conflict', 'The project has no webhook that is enabled, and URLs are charged and sent through it.', {
    code: 'no_webhook',
  })
