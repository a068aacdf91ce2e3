import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { Rehearsals } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { judgeUrls, toVerdicts } from './judge-urls.ts'
import { findCharges } from './submissions.sql.ts'

const maxUrls = 1_000
const channels = ['indexnow']

type PreviewTools = { db: Database; windowSeconds: number }

/** Judges URLs as a submission would, and changes nothing. */
export const previewRpc = ({ db, windowSeconds }: PreviewTools) =>
  implement(Rehearsals, {
    async tryUrls({ account_id, project, urls }) {
      requireIds({ account_id })
      if (urls.length < 1 || urls.length > maxUrls) throw invalidField('urls', `must be from 1 to ${maxUrls} URLs`)
      const { siteUrls, judged } = judgeUrls(urls, project, channels)
      const hashes = siteUrls.map(({ hash }) => hash)
      const { at, chargedAt } = await findCharges(db.forAccount(account_id), account_id, hashes, windowSeconds)
      return {
        results: toVerdicts(urls, judged, {
          chargedAt,
          at,
          channels,
          windowMs: windowSeconds * 1_000,
          fresh: 'accepted',
        }),
      }
    },
  })
