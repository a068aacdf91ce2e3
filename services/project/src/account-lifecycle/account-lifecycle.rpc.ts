import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { checkEmail, isEmail, registerAccount, toAccountReply } from '../accounts/account.ts'
import { type AccountRow, deleteAccount, setSuspended } from '../accounts/accounts.sql.ts'
import { enqueuePlanChanged } from '../accounts/plan-changed.ts'
import { updatePlan } from '../accounts/plans.sql.ts'
import { checkPlan } from '../accounts/plans.ts'
import { issueKey, scopes } from '../api-keys/api-key.ts'
import { listKeys } from '../api-keys/api-keys.sql.ts'
import { deleteProjects } from '../projects/projects.sql.ts'
import type { ServiceTools } from '../service-tools.ts'
import { checkPassword } from '../sign-in/password-rules.ts'
import { noAccount } from '../validation.ts'

type Lifecycle = 'createAccount' | 'changePlan' | 'suspendAccount' | 'resumeAccount' | 'deleteAccount'

/** What the operator does to an account as a whole, with the messages that make it count everywhere. */
export const accountLifecycleHandlers = (tools: ServiceTools): Pick<HandlersOf<typeof Accounts>, Lifecycle> => ({
  /** Creates an account and a key with every scope; generates the password if none is given. */
  async createAccount(request, { signal }) {
    const email = checkEmail(request.email)
    const plan = checkPlan(request.plan)
    const password = request.password === undefined ? generatePassword() : checkPassword(request.password, { email })
    const passwordHash = await tools.passwords.hash(password, { key: 'operator', known: true, signal })

    const created = await tools.db.acrossAccounts().transaction(async (q) => {
      const row = await registerAccount(q, { email, passwordHash, plan })
      const first = { scopes: [...scopes], expiresAt: undefined, name: 'First key' }
      const { apiKey } = await issueKey(q, { accountId: row.account_id, ...first })
      return { account: toAccountReply(row), api_key: apiKey }
    })
    tools.outbox.flush()
    return { ...created, password }
  },

  async changePlan({ email, plan: name }) {
    const plan = checkPlan(name)
    return changeAccount(tools, email, (q) => updatePlan(q, email, plan))
  },

  suspendAccount: ({ email }) => changeAccount(tools, email, (q) => setSuspended(q, email, true)),

  resumeAccount: ({ email }) => changeAccount(tools, email, (q) => setSuspended(q, email, false)),

  async deleteAccount({ email }) {
    if (!isEmail(email)) throw noAccount()
    const deleted = await tools.db.acrossAccounts().transaction(async (q) => {
      // Suspended first: this locks the row, and services that enforce limits accept nothing more for the account.
      const row = await setSuspended(q, email, true)
      if (row === undefined) throw noAccount()
      const { account_id } = row
      await announceChange(q, row)
      const projects = await deleteProjects(q, account_id)
      for (const { project_id, name: project, deleted_at } of projects) {
        await enqueue(q, projectDeleted, { account_id, project_id, project, deleted_at }, project_id)
      }
      await deleteAccount(q, account_id)
      return { account: toAccountReply(row), projects: projects.length }
    })
    tools.outbox.flush()
    return deleted
  },
})

/** Changes an account's row and announces the change, in one transaction. Throws fault `not_found`. */
async function changeAccount(
  { db, outbox }: ServiceTools,
  email: string,
  change: (q: Queryable) => Promise<AccountRow | undefined>,
) {
  if (!isEmail(email)) throw noAccount()
  const row = await db.acrossAccounts().transaction(async (q) => {
    const changed = await change(q)
    if (changed === undefined) throw noAccount()
    await announceChange(q, changed)
    return changed
  })
  outbox.flush()
  return toAccountReply(row)
}

/**
 * Intake and report get the account's limits. Gateways cache each key with its account's limits and suspension:
 * key.revoked makes them look each live key up again at its next call.
 */
async function announceChange(q: Queryable, account: AccountRow): Promise<void> {
  const { account_id } = account
  await enqueuePlanChanged(q, account)
  for (const { key_id, revoked_at } of await listKeys(q, account_id)) {
    if (revoked_at === null) await enqueue(q, keyRevoked, { account_id, key_id }, randomUUIDv7())
  }
}

/** 144 random bits in 24 characters. */
function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}
