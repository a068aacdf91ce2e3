import { randomUUIDv7 } from 'node:crypto'
import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import type { Alert, ProjectAlerts } from '@pagebell/protos/report/v1/alerts'
import { Alerts } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { isZone, nextTime } from '../local-time.ts'
import { requireProjects } from '../projects/require-projects.ts'
import {
  deleteProjectAlerts,
  findSettings,
  insertDue,
  lockSettings,
  type ProjectKey,
  planDigest,
  putSettings,
} from './alert-settings.sql.ts'
import { deleteAlertsBut, listOpenAlerts, type StoredAlert } from './alerts.sql.ts'
import { deleteHeldCount } from './held-counts.sql.ts'
import { readRules, ruleKey, toRule } from './rule.ts'

const maxListed = 50
const defaultAt = '08:00'

/** The alerts of a project. Another account's project has as few as one that does not exist. */
export function alertsRpc({ db, now }: { db: Database; now: () => Date }) {
  const keyOf = ({ account_id, project_id }: { account_id: string; project_id: string }): ProjectKey => {
    requireIds({ account_id, project_id })
    // As stored: the project's lock is by its text.
    return { accountId: account_id.toLowerCase(), projectId: project_id.toLowerCase() }
  }

  async function read(key: ProjectKey): Promise<ProjectAlerts> {
    const q = db.forAccount(key.accountId)
    const settings = await findSettings(q, key)
    if (settings === undefined) return { rules: [], at: defaultAt, open: [], open_total: 0 }
    const { alerts, total } = await listOpenAlerts(q, key, maxListed)
    return {
      rules: settings.rules.map(toRule),
      at: settings.at_time,
      ...(settings.zone !== null && { zone: settings.zone }),
      next_digest_at: settings.next_digest_at,
      open: alerts.map(toAlert),
      open_total: total,
    }
  }

  return implement(Alerts, {
    async putAlerts({ project, rules: sent, at, zone, ...asked }) {
      const key = keyOf(asked)
      const rules = readRules(sent)
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw invalidField('at', 'must be a time of the day, such as 08:00')
      if (zone !== undefined && !isZone(zone))
        throw invalidField('zone', 'must be the name of a time zone, such as Europe/Berlin')
      await db.forAccount(key.accountId).transaction(async (q) => {
        await requireProjects(q, key.accountId, [key.projectId])
        if (rules.length === 0) return deleteProjectAlerts(q, key)
        const before = await lockSettings(q, key)
        const stored = await putSettings(q, key, { project, rules, at, zone: zone ?? null, now: now() })
        // A digest that is due now is sent all the same.
        if (before?.at_time !== at || before.zone_used !== stored.zone_used)
          await planDigest(q, key, { nextAt: nextTime({ every: 'day', at, zone: stored.zone_used, on: null }, now()) })
        await deleteAlertsBut(q, key, rules.map(ruleKey))
        if (!rules.some(({ when }) => when === 'held')) await deleteHeldCount(q, key)
        // What the last runs of the site show counts at once.
        await insertDue(q, key, { id: randomUUIDv7(), reportId: null })
      })
      return read(key)
    },

    getAlerts: (asked) => read(keyOf(asked)),
  })
}

function toAlert({ id, facts: { baseline: _, ...facts }, sent_at }: StoredAlert): Alert {
  return { id, ...facts, is_sent: sent_at !== null }
}
