import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import type {
  SiteIssue__Output as SiteIssue,
  SitePage__Output as SitePage,
} from '@pagebell/protos/report/v1/site_reports'
import type {
  SiteResult__Output as SiteResult,
  SiteRunKey__Output as SiteRunKey,
  Visit__Output as Visit,
} from '@pagebell/protos/report/v1/site_runs'
import { SiteRuns } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import type { Suppression } from '@pagebell/scoring/suppressions'
import { findSuppressions } from '../suppressions/suppressions.sql.ts'
import { completeSiteRun, failSiteRun } from './end-site-run.ts'
import type { NewSiteIssue } from './site-issues.sql.ts'
import { insertSitePages, type NewSitePage } from './site-pages.sql.ts'
import { findSiteReport } from './site-reports.sql.ts'
import { deleteResult, type SiteOutcome } from './site-run-ends.sql.ts'
import {
  isRunWaiting,
  isTurnOver,
  lockTurns,
  type RunKey,
  recordSign,
  releaseRun,
  type TakenRun,
  takeRun,
} from './site-runs.sql.ts'
import { findKeptVisit, insertVisits, listVisits, type NewVisit } from './site-visits.sql.ts'

const maxVisits = 50
const maxPages = 500
const maxIssues = 200
/** Of one crawl, compressed. A usual page takes one or two kilobytes. */
const maxVisitBytes = 256_000_000
/** Of one reply. */
const visitsPerReply = { limit: 500, maxBytes: 4_000_000 }

/** A crawl that begins with more than a fifth of its turn, as one with many sitemaps, has a longer one. */
const minShare = 5
/** An analyzer with room asks every two seconds: a crawl that waits for longer finds none. */
const maxNoRoomSeconds = 10

type RunsTools = { db: Database; perAccount: number; turnSeconds: number }

/**
 * The crawls of site reports, for analyzers. Each call but the first names an attempt, and changes nothing unless that is
 * the newest one of a report that is running: the row of the report is locked by the same statement that checks it.
 */
export function siteRunsRpc({ db, perAccount, turnSeconds }: RunsTools) {
  const turn = { perAccount, seconds: turnSeconds, minShare, noRoomSeconds: Math.min(maxNoRoomSeconds, turnSeconds) }
  return implement(SiteRuns, {
    async takeSiteRun() {
      if (!(await isRunWaiting(db.acrossAccounts()))) return {}
      const taken = await db.acrossAccounts().transaction(async (q) => {
        await lockTurns(q)
        const run = await takeRun(q, perAccount)
        if (run !== undefined) await deleteResult(q, { accountId: run.account_id, id: run.id })
        return run
      })
      return taken === undefined ? {} : { run: toRun(taken) }
    },

    async appendVisits({ key: sent, visits, ...progress }) {
      const key = readKey(sent)
      if (visits.length > maxVisits) throw invalidField('visits', `must be at most ${maxVisits}`)
      const hasVisits = visits.length > 0
      const go_on = await db.forAccount(key.accountId).transaction(async (q) => {
        if (!(await recordSign(q, key, { ...progress, hasVisits }))) return false
        if (hasVisits) await insertVisits(q, key, visits.map(toVisit), maxVisitBytes)
        return true
      })
      return { go_on, is_turn_over: go_on && (await isTurnOver(db.acrossAccounts(), key, turn)) }
    },

    async listVisits({ key: sent, after }) {
      const key = readKey(sent)
      const q = db.forAccount(key.accountId)
      if (!(await recordSign(q, key))) return { go_on: false, visits: [] }
      return { go_on: true, visits: await listVisits(q, key, after, visitsPerReply) }
    },

    async findKeptVisit({ key: sent, address }) {
      const key = readKey(sent)
      const body = await findKeptVisit(db.forAccount(key.accountId), key, readAddress(address))
      return body === undefined ? {} : { body }
    },

    async listIgnored({ key: sent }) {
      const key = readKey(sent)
      const q = db.forAccount(key.accountId)
      const report = (await recordSign(q, key)) ? await findSiteReport(q, key) : undefined
      if (report === undefined) return { go_on: false, ignored: [] }
      const ignored = await findSuppressions(q, key.accountId, report.project_id)
      return { go_on: true, ignored: ignored.map(toIgnored) }
    },

    async putSitePages({ key: sent, first, pages }) {
      const key = readKey(sent)
      if (pages.length > maxPages) throw invalidField('pages', `must be at most ${maxPages}`)
      return db.forAccount(key.accountId).transaction(async (q) => {
        if (!(await recordSign(q, key))) return { go_on: false }
        await insertSitePages(q, key, first, pages.map(toPage))
        return { go_on: true }
      })
    },

    async endSiteRun({ key: sent, result, failure }) {
      const key = readKey(sent)
      if ((result == null) === (failure == null)) throw invalidField('result', 'or failure must be given, not both')
      return db.forAccount(key.accountId).transaction(async (q) => {
        if (!(await recordSign(q, key))) return { go_on: false }
        if (failure != null) await failSiteRun(q, key, failure)
        if (result != null)
          await completeSiteRun(q, key, toOutcome(result), result.issues.slice(0, maxIssues).map(toIssue))
        return { go_on: true }
      })
    },

    async releaseSiteRun(sent) {
      const key = readKey(sent)
      return { go_on: await releaseRun(db.forAccount(key.accountId), key) }
    },
  })
}

function readKey(sent: SiteRunKey | null | undefined): RunKey {
  if (sent == null) throw invalidField('key', 'is required')
  const { account_id, id, attempt } = sent
  requireIds({ account_id, id })
  return { accountId: account_id, id, attempt }
}

const toRun = ({ account_id, id, attempt, starts, max_pages, include, exclude, ...run }: TakenRun) => ({
  key: { account_id, id, attempt },
  selection: { start: starts, max_pages, include, exclude },
  url: run.url,
  visits: run.visits,
  crawled_seconds: run.crawled_seconds,
  has_kept: run.has_kept,
})

const toVisit = ({ address, ...visit }: Visit): NewVisit => ({
  ...visit,
  address: address === undefined || address === null ? null : readAddress(address),
})

const addressBytes = 16

function readAddress(address: Buffer): Buffer {
  if (address.length !== addressBytes) throw invalidField('address', `must have ${addressBytes} bytes`)
  return address
}

const toIgnored = ({ check, url, reason, expires_at }: Suppression) => ({
  check,
  reason,
  ...(url !== null && { url }),
  ...(expires_at !== null && { expires_at }),
})

const toPage = ({
  issues_json,
  ignored_json,
  status,
  failure,
  redirects_to,
  score,
  clicks,
  ...page
}: SitePage): NewSitePage => ({
  ...page,
  status: status ?? null,
  failure: failure ?? null,
  redirects_to: redirects_to ?? null,
  score: score ?? null,
  clicks: clicks ?? null,
  issues: readJson('issues_json', issues_json),
  // An analyzer before this field sends nothing.
  ignored: ignored_json.length === 0 ? {} : readJson('ignored_json', ignored_json),
})

const toIssue = ({ check, groups_json, change: _, ...issue }: SiteIssue): NewSiteIssue => ({
  ...issue,
  check_id: check,
  groups: readJson('groups_json', groups_json),
})

function toOutcome({ capped_by, is_partial, summary_json, score, result, ...outcome }: SiteResult): SiteOutcome {
  return {
    ...outcome,
    score: score ?? null,
    result: result ?? null,
    cappedBy: capped_by ?? null,
    isPartial: is_partial,
    summary: readJson('summary_json', summary_json),
  }
}

/** Throws fault `invalid` on the field for what is no JSON object or array. */
function readJson(field: string, bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidField(field, 'must be JSON')
}
