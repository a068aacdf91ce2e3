import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { FoundUrls } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { isClosed, lockProject } from '../hooks/hooks.sql.ts'
import type { ChannelFinder } from '../project-channels/channel-finder.ts'
import { findInWindow } from '../submissions/dedupe-window.sql.ts'
import { type JudgedUrl, judgeUrls } from '../submissions/judge-urls.ts'
import type { CommitLimits } from '../submissions/submissions.sql.ts'
import { keepWaiting, lockAccount } from '../waiting/waiting.sql.ts'

const maxUrls = 1_000

type FoundUrlsTools = { db: Database; channels: Pick<ChannelFinder, 'find'>; limits: CommitLimits }

/**
 * What Pagebell finds by itself takes the way of everything that waits for the quota: one charge, one dedupe window.
 */
export const foundUrlsRpc = ({ db, channels, limits: { windowSeconds, maxWaiting } }: FoundUrlsTools) =>
  implement(FoundUrls, {
    async keepFoundUrls({ account_id: accountId, project_id: projectId, project, action, urls }) {
      requireIds({ account_id: accountId, project_id: projectId })
      if (action !== 'update' && action !== 'delete') throw invalidField('action', 'must be one of: update, delete')
      if (urls.length < 1 || urls.length > maxUrls) throw invalidField('urls', `must be from 1 to ${maxUrls} URLs`)
      const { channels: chosen } = await channels.find(
        { accountId, projectId, project, requestsPerMinute: null },
        undefined,
      )
      const { siteUrls, judged } = judgeUrls(urls, project, chosen)
      // Each URL is there once for each channel, side by side.
      const urlAt = (place: number) => Math.floor(place / chosen.length)
      return db.forAccount(accountId).transaction(async (q) => {
        await lockProject(q, projectId)
        if (await isClosed(q, accountId, projectId)) return { outcome: 'closed', later: [] }
        await lockAccount(q, accountId)
        const hashes = siteUrls.map(({ hash }) => hash)
        const inWindow = await findInWindow(q, { accountId, action, windowSeconds }, hashes)
        const recent = new Set(inWindow.map(urlAt))
        const kept = siteUrls.filter((_, place) => !recent.has(urlAt(place)))
        const list = {
          accountId,
          projectId,
          project,
          channel: chosen.join(','),
          action,
          urls: kept,
          maxWaiting,
        } as const
        if (kept.length > 0 && !(await keepWaiting(q, list))) return { outcome: 'full', later: [] }
        const isLater = (one: JudgedUrl) => one.kind === 'distinct' && recent.has(urlAt(one.entry))
        return { outcome: 'kept', later: judged.flatMap((one, position) => (isLater(one) ? [position] : [])) }
      })
    },
  })
