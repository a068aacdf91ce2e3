import { randomUUID } from 'node:crypto'
import { type Fault, fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import type { Hooks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { toAccountLimits } from '../quotas/quota-use.ts'
import { setLimits } from '../quotas/quotas.sql.ts'
import { toHookReply } from './hook.ts'
import { findHook, isClosed, lockProject, rotateToken } from './hooks.sql.ts'
import { refuseTokenReplay } from './refuse-token-replay.ts'

type RotateHook = Handler<typeof Hooks, 'rotateHook'>

const maxGraceSeconds = 604_800

/** Makes or rotates a token. Waits for the requests that are being committed with the old one. */
export async function rotateHook(db: Database, request: Parameters<RotateHook>[0]): ReturnType<RotateHook> {
  const { account_id, project_id, project, grace_seconds, limits, idempotency } = request
  requireIds({ account_id, project_id })
  if (grace_seconds < 0 || grace_seconds > maxGraceSeconds) throw invalidGrace()
  const owner = { accountId: account_id, projectId: project_id, project }
  // Before the transaction and not inside it, because commits lock hooks first and accounts second.
  await setLimits(db.forAccount(account_id), account_id, toAccountLimits(limits))
  const token = mintToken('pbh_')
  return db.forAccount(account_id).transaction(async (q) => {
    await lockProject(q, project_id)
    if (await isClosed(q, account_id, project_id)) throw projectGone()
    await refuseTokenReplay(q, { ...owner, operation: 'rotate' }, idempotency)
    const stored = { id: randomUUID(), hash: hashToken(token), lastFour: lastFour(token) }
    const rotated = await rotateToken(q, owner, stored, grace_seconds)
    if (rotated === undefined) throw projectGone()
    return { hook: toHookReply(await findHook(q, account_id, project_id)), token, created: rotated.created }
  })
}

const projectGone = (): Fault => fault('not_found', 'There is no such project.', { code: 'project_gone' })

const invalidGrace = (): Fault => invalidField('grace', `must be from 0 to ${maxGraceSeconds} seconds`)
