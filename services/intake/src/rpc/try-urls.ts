import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Rehearsals } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { judgeUrls } from '../judge-urls.ts'
import { findCharges } from '../queries/find-charges.ts'
import { writeVerdicts } from '../write-verdicts.ts'

const atMost = 1_000
const channels = ['indexnow']

/** Judges as a submission does, and reads only. */
export function tryUrls(db: Database, windowSeconds: number): Handler<typeof Rehearsals, 'tryUrls'> {
  return async ({ account_id, project, urls }) => {
    checkUuid({ account_id })
    if (urls.length < 1 || urls.length > atMost) {
      const text = `must be from 1 to ${atMost} URLs`
      throw fault('invalid', `urls ${text}.`, { errors: { urls: [text] } })
    }
    const { own, judged } = judgeUrls(urls, project, channels, 'update')
    const hashes = own.map(({ hash }) => hash)
    const { at, chargedAt } = await findCharges(db.of(account_id), account_id, hashes, windowSeconds)
    return { results: writeVerdicts(urls, judged, { chargedAt, at, channels, windowMs: windowSeconds * 1_000 }) }
  }
}
