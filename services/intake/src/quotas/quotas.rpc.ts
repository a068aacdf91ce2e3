import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { Quotas, UsageDays } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { deleteHook } from '../hooks/hooks.sql.ts'
import type { TokenOwners } from '../hooks/token-owners.ts'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import { setProjectChannels } from '../project-channels/project-channels.sql.ts'
import { deleteSourcesOf } from '../source-settings/sources.sql.ts'
import { type PeriodUse, remaining, toAccountLimits, toWaitingReply } from './quota-use.ts'
import { findUsage, findUsageDays, findWaiting, setLimits } from './quotas.sql.ts'

const maxDays = 366

type ProjectTools = {
  db: Database
  channels: Pick<ChannelFinder, 'forget'>
  tokenOwners: Pick<TokenOwners, 'forgetProject'>
}

/** What other services change of accounts and projects, so that it counts from the next request on. */
export const quotasRpc = ({ db, channels, tokenOwners }: ProjectTools) =>
  implement(Quotas, {
    async getUsage({ account_id }) {
      requireIds({ account_id })
      const q = db.forAccount(account_id)
      const [{ day, month }, waiting] = await Promise.all([findUsage(q, account_id), findWaiting(q, account_id)])
      return { day: toPeriodReply(day), month: toPeriodReply(month), waiting: toWaitingReply(waiting) }
    },

    async setLimits({ account_id, limits }) {
      requireIds({ account_id })
      await setLimits(db.forAccount(account_id), account_id, toAccountLimits(limits))
      return {}
    },

    /** As the message `channels.changed`, which may come later. */
    async setChannels({ account_id, project_id, ready, chosen, version }) {
      requireIds({ account_id, project_id })
      if (ready.length === 0 || chosen.length === 0) throw fault('malformed', 'ready and chosen are required.')
      await setProjectChannels(db.forAccount(account_id), { account_id, project_id, ready, chosen, version })
      channels.forget(project_id)
      return {}
    },

    /**
     * Deletes the tokens. No tombstone yet: if the deletion fails after this, the project still exists and may get a
     * token.
     */
    async closeProject({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const ofAccount = db.forAccount(account_id)
      await deleteHook(ofAccount, account_id, project_id).finally(() => tokenOwners.forgetProject(project_id))
      await deleteSourcesOf(ofAccount, account_id, project_id)
      return {}
    },
  })

export const usageDaysRpc = (db: Database) =>
  implement(UsageDays, {
    async listUsageDays({ account_id, days }) {
      requireIds({ account_id })
      if (days < 1 || days > maxDays) throw invalidField('days', `must be from 1 to ${maxDays}`)
      return { days: await findUsageDays(db.forAccount(account_id), account_id, days) }
    },
  })

const toPeriodReply = (use: PeriodUse) => ({
  ...(use.limit === null ? {} : { limit: use.limit, remaining: remaining(use) }),
  used: use.used,
  given_back: use.given_back ?? 0,
  resets_at: new Date(use.resets_at).toISOString(),
})
