import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { Watches } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import type { ShowSubscriptions } from '../subscriptions/show-subscriptions.ts'
import type { ShownSubscription } from '../subscriptions/subscription.ts'
import { decideHeld } from './hand-over.sql.ts'
import { putWatch } from './put-watch.sql.ts'
import { findLastScans, listScans, type Scan } from './scans.sql.ts'
import type { WatchRunners } from './start-watches.ts'
import { isWatchId, maxWatches, parseSettings } from './watch.ts'
import { deleteWatch, findWatches, scanNow, type WatchKey, type WatchRow } from './watches.sql.ts'

const maxPerPage = 100

type WatchesTools = {
  db: Database
  watches: Pick<WatchRunners, 'scanNow' | 'discover'>
  showSubscriptions: ShowSubscriptions
}
type RequestedWatch = { account_id: string; project_id: string; id: string }

/** The watches of a project. Another account's project has as few as one that does not exist. */
export function watchesRpc({ db, watches, showSubscriptions }: WatchesTools) {
  const keyOf = ({ account_id, project_id, id }: RequestedWatch): WatchKey => {
    requireIds({ account_id, project_id })
    if (!isWatchId(id)) throw noSuchWatch()
    return { accountId: account_id, projectId: project_id, id }
  }

  async function find(key: Pick<WatchKey, 'accountId' | 'projectId'> & Partial<WatchKey>) {
    const q = db.forAccount(key.accountId)
    const [rows, scans] = [await findWatches(q, key), await findLastScans(q, key)]
    const subscriptions = await showSubscriptions(q, { ...key, watchId: key.id })
    return rows.map((row) =>
      toWatch(
        row,
        scans.find(({ watch_id }) => watch_id === row.id),
        subscriptions.get(row.id),
      ),
    )
  }

  async function findOne(key: WatchKey) {
    const [found] = await find(key)
    if (found === undefined) throw noSuchWatch()
    return found
  }

  return implement(Watches, {
    async putWatch({ account_id, project_id, project, id, settings: sent }) {
      requireIds({ account_id, project_id })
      if (!isWatchId(id)) throw invalidField('id', 'must be 1 to 40 of a-z, 0-9 and -, and not begin with -')
      if (sent === undefined || sent === null) throw invalidField('settings', 'is required')
      const settings = parseSettings(sent, project)
      const key = { accountId: account_id, projectId: project_id, id }
      await db.forAccount(account_id).transaction(async (q) => {
        await lockProject(q, project_id, 'shared')
        if (await isProjectDeleted(q, account_id, project_id)) throw fault('not_found', 'There is no such project.')
        if (!(await putWatch(q, key, { project, settings, max: maxWatches })))
          throw fault('conflict', `A project has ${maxWatches} watches at most.`, { code: 'too_many_watches' })
      })
      watches.scanNow()
      return findOne(key)
    },

    getWatch: (asked) => findOne(keyOf(asked)),

    async listWatches({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      return { watches: await find({ accountId: account_id, projectId: project_id }) }
    },

    async deleteWatch(asked) {
      const key = keyOf(asked)
      await db.forAccount(key.accountId).transaction(async (q) => {
        const deleted = await deleteWatch(q, key)
        if (deleted === undefined) throw noSuchWatch()
        if (deleted.is_troubled) await publishRecovered(q, key, deleted.project)
      })
      return {}
    },

    async scanWatch({ believe, ...asked }) {
      const key = keyOf(asked)
      if (!(await scanNow(db.forAccount(key.accountId), key, believe))) throw noSuchWatch()
      watches.scanNow()
      return findOne(key)
    },

    async decideHeld({ decision, ...asked }) {
      const key = keyOf(asked)
      if (decision !== 'send' && decision !== 'forget') throw invalidField('decision', 'must be one of: send, forget')
      await db.forAccount(key.accountId).transaction((q) => decideHeld(q, key, decision))
      return findOne(key)
    },

    async discoverSite({ account_id, project_id, project, url }) {
      requireIds({ account_id, project_id })
      return watches.discover({ accountId: account_id, project, url })
    },

    async listScans({ per_page, cursor, ...asked }) {
      const key = keyOf(asked)
      const shape = JSON.stringify(['scans', key.projectId, key.id])
      const limit = Math.min(Math.max(per_page, 1), maxPerPage)
      const before = cursor === undefined ? undefined : readPosition(cursor, shape)
      const { rows, last, more } = cutPage(await listScans(db.forAccount(key.accountId), key, before, limit + 1), limit)
      const next_cursor = last !== undefined && more ? encodeCursor([last.id], shape) : undefined
      return { scans: rows.map(toScan), ...(next_cursor !== undefined && { next_cursor }) }
    },
  })
}

/** With its watch, a problem has ended. */
function publishRecovered(q: Queryable, { accountId, projectId, id }: WatchKey, project: string): Promise<void> {
  const at = new Date().toISOString()
  const body = { account_id: accountId, project_id: projectId, project, watch: id, at }
  return enqueue(q, watchRecovered, body, randomUUIDv7())
}

const noSuchWatch = () => fault('not_found', 'There is no such watch.')

function readPosition(cursor: string, shape: string): string {
  const [id, ...more] = decodeCursor(cursor, shape)
  if (!isId(id) || more.length > 0) throw refusedCursor()
  return id
}

function toWatch(row: WatchRow, last: Scan | undefined, subscription: ShownSubscription | undefined) {
  const { id, created_at, next_scan_at, files, pages, waiting, held, ...settings } = row
  return {
    id,
    settings,
    created_at,
    ...(next_scan_at !== null && { next_scan_at }),
    ...(last !== undefined && { last_scan: toScan(last) }),
    pages,
    waiting,
    held,
    ...(subscription !== undefined && { websub: toWebSub(subscription) }),
    files: files.map(({ url, pages: ofFile, dates, looks }) => {
      const dates_are_trusted = ofFile !== null && !looks
      return { url, pages: ofFile ?? 0, dates_are_trusted, dates: dates.detail }
    }),
  }
}

const toWebSub = ({ expires_at, last_delivery_at, problem, ...subscription }: ShownSubscription) => ({
  ...subscription,
  ...(expires_at !== null && { expires_at }),
  ...(last_delivery_at !== null && { last_delivery_at }),
  ...(problem !== null && { problem }),
})

const toScan = ({ problems, ...scan }: Scan) => ({
  ...scan,
  problems: problems.map(({ file, ...problem }) => ({ ...problem, ...(file !== undefined && { file }) })),
})
