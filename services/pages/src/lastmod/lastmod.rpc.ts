import { randomBytes } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import type { Pages } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { isProjectDeleted, lockProject } from '../projects/projects.sql.ts'
import { countListed, deleteSitemap, findSitemap, findSitemapOwner, putSitemap, type Sitemap } from './lastmod.sql.ts'
import { type SitemapFile, writeSitemap } from './sitemap-file.ts'

type LastmodHandlers = Pick<
  HandlersOf<typeof Pages>,
  'getLastmodSitemap' | 'rotateLastmodSitemap' | 'deleteLastmodSitemap' | 'readLastmodSitemap'
>

type LastmodTools = { db: Database; publicUrl: string }

/** A file is written again after so long at the earliest, however often it is read. */
const rememberedMs = 300_000
const maxRememberedBytes = 32_000_000
const filesAtOnce = 2

/** The sitemap of what has changed: for its owner, and for search engines. */
export function lastmodHandlers({ db, publicUrl }: LastmodTools): LastmodHandlers {
  const writing = pLimit(filesAtOnce)
  const remembered = new LRUCache<string, SitemapFile>({
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ gzip }) => gzip.length + 200,
    ttl: rememberedMs,
  })

  const toMessage = async ({ token, created_at }: Sitemap, key: { accountId: string; projectId: string }) => {
    return { token, created_at, pages: await countListed(db.forAccount(key.accountId), key) }
  }

  /** An address ends at once in all copies: whose it is is asked each time, and only the file is remembered. */
  async function read(token: string, part: number | undefined): Promise<SitemapFile | undefined> {
    const owner = await findSitemapOwner(db.acrossAccounts(), token)
    if (owner === undefined) return undefined
    const name = `${token} ${part}`
    const partUrl = (number: number) => `${publicUrl}/lastmod/${token}-${number}.xml`
    const write = async () => {
      // Another request may have waited for the same file.
      const file =
        remembered.get(name) ?? (await writeSitemap(db.forAccount(owner.accountId), { owner, part, partUrl }))
      if (file !== undefined) remembered.set(name, file)
      return file
    }
    // What is remembered does not wait for the files of others.
    return remembered.get(name) ?? writing(write)
  }

  return {
    async getLastmodSitemap({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const key = { accountId: account_id, projectId: project_id }
      const sitemap = await findSitemap(db.forAccount(account_id), key)
      return sitemap === undefined ? { pages: 0 } : toMessage(sitemap, key)
    },

    async rotateLastmodSitemap({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const key = { accountId: account_id, projectId: project_id }
      const sitemap = await db.forAccount(account_id).transaction(async (q) => {
        await lockProject(q, project_id, 'shared')
        if (await isProjectDeleted(q, account_id, project_id)) throw fault('not_found', 'There is no such project.')
        return putSitemap(q, key, randomBytes(16).toString('base64url'))
      })
      return toMessage(sitemap, key)
    },

    async deleteLastmodSitemap({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const key = { accountId: account_id, projectId: project_id }
      if (!(await deleteSitemap(db.forAccount(account_id), key)))
        throw fault('not_found', 'The sitemap of this project is off.')
      return {}
    },

    async readLastmodSitemap({ token, part }) {
      const isPart = part === undefined || (part >= 1 && part <= 1_000)
      const file = isPart && /^[A-Za-z0-9_-]{22}$/.test(token) ? await read(token, part) : undefined
      if (file === undefined) throw fault('not_found', 'There is no such sitemap.')
      return file
    },
  }
}
