import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import { type Quotas, UsageDays } from '@pagebell/rpc/contracts'
import { type HandlersOf, implement } from '@pagebell/rpc/serve-rpc'
import { toAccountLimits } from './limits.ts'
import { type PeriodUse, remaining } from './quota-use.ts'
import { findUsage, findUsageDays, setLimits } from './quotas.sql.ts'

const maxDays = 366

/** Limits and use of accounts. */
export const quotaHandlers = (db: Database): Pick<HandlersOf<typeof Quotas>, 'getUsage' | 'setLimits'> => ({
  async getUsage({ account_id }) {
    requireIds({ account_id })
    const { day, month } = await findUsage(db.forAccount(account_id), account_id)
    return { day: toPeriodReply(day), month: toPeriodReply(month) }
  },

  async setLimits({ account_id, limits }) {
    requireIds({ account_id })
    await setLimits(db.forAccount(account_id), account_id, toAccountLimits(limits))
    return {}
  },
})

export const usageDaysRpc = (db: Database) =>
  implement(UsageDays, {
    async listUsageDays({ account_id, days }) {
      requireIds({ account_id })
      if (days < 1 || days > maxDays) {
        const text = `must be from 1 to ${maxDays}`
        throw fault('invalid', `days ${text}.`, { errors: { days: [text] } })
      }
      return { days: await findUsageDays(db.forAccount(account_id), account_id, days) }
    },
  })

const toPeriodReply = (use: PeriodUse) => ({
  ...(use.limit === null ? {} : { limit: use.limit, remaining: remaining(use) }),
  used: use.used,
  resets_at: new Date(use.resets_at).toISOString(),
})
