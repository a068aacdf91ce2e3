import { randomUUID } from 'node:crypto'
import { type Fault, fault } from '@pagebell/faults/fault'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Hooks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { checkUuid } from '../check-uuid.ts'
import { claimRotation } from '../queries/claim-rotation.ts'
import { findHook } from '../queries/find-hook.ts'
import { findRotation } from '../queries/find-rotation.ts'
import { isClosed } from '../queries/is-closed.ts'
import { lockProject } from '../queries/lock-project.ts'
import { rotateHook as rotate } from '../queries/rotate-hook.ts'
import { setLimits } from '../queries/set-limits.ts'
import { readLimits } from '../read-limits.ts'
import { reusedKey } from '../refuse.ts'
import { writeHook } from '../write-hook.ts'

const longestGraceSeconds = 604_800

/** Makes or rotates a token. Waits for the requests that are being committed with the old one. */
export function rotateHook(db: Database): Handler<typeof Hooks, 'rotateHook'> {
  return async ({ account_id, project_id, project, grace_seconds, limits, idempotency }) => {
    checkUuid({ account_id, project_id })
    if (grace_seconds < 0 || grace_seconds > longestGraceSeconds) throw badGrace()
    const owner = { accountId: account_id, projectId: project_id, project }
    // Before the transaction and not inside it, because commits lock hooks first and accounts second.
    await setLimits(db.of(account_id), account_id, readLimits(limits))
    const token = mintToken('pbh_')
    return db.of(account_id).transaction(async (q) => {
      await lockProject(q, project_id)
      if (await isClosed(q, account_id, project_id)) throw gone()
      if (idempotency?.key)
        await refuseReplay(q, { ...owner, key: idempotency.key, requestHash: idempotency.request_sha256 })
      const named = { id: randomUUID(), hash: hashToken(token), lastFour: lastFour(token) }
      const rotated = await rotate(q, owner, named, grace_seconds)
      if (rotated === undefined) throw gone()
      return { hook: writeHook(await findHook(q, account_id, project_id)), token, created: rotated.created }
    })
  }
}

async function refuseReplay(
  q: Queryable,
  claim: { accountId: string; projectId: string; key: string; requestHash: Buffer },
): Promise<void> {
  if (await claimRotation(q, claim)) return
  const before = await findRotation(q, claim.accountId, claim.projectId, claim.key)
  if (!before?.equals(claim.requestHash)) throw reusedKey()
  throw fault('conflict', 'This request was answered before, and the token is shown only once. Rotate again.', {
    code: 'token_already_shown',
  })
}

const gone = (): Fault => fault('not_found', 'There is no such project.', { code: 'project_gone' })

const badGrace = (): Fault => {
  const text = `must be from 0 to ${longestGraceSeconds} seconds`
  return fault('invalid', `grace ${text}.`, { errors: { grace: [text] } })
}
