import { setTimeout as pause } from 'node:timers/promises'
import type { TestSystem } from '../../e2e/test-system.ts'
import type { ListedPage, SiteReport } from '../results.ts'
import type { RunningSite } from './start-site.ts'

export type SiteOwner = { system: TestSystem; key: string; site: RunningSite }

/** A new account. */
export async function makeAccount(system: TestSystem, email: string, plan: 'pro' | 'unlimited'): Promise<string> {
  const made = await system.admin<{ api_key: string }>('account', 'create', '--email', email, '--plan', plan)
  return made.api_key
}

/** An account on plan pro that owns a site, which serves its key file. */
export async function makeOwner(system: TestSystem, site: RunningSite): Promise<SiteOwner> {
  const key = await makeAccount(system, `owner-of-${site.host}@example.com`, 'pro')
  type Project = { data: { indexnow: { key: string } } }
  const { status, body } = await system.api<Project>('POST', '/projects', { key, body: { project: site.host } })
  if (status !== 201) throw new Error(`The project was not made: ${JSON.stringify(body)}`)
  const proof = body.data.indexnow.key
  await site.serveFile(`/${proof}.txt`, proof)
  return { system, key, site }
}

/** Asks for a report of the whole site; its id. */
export async function askForReport({ system, key, site }: SiteOwner, max_pages: number): Promise<string> {
  const body = { project: site.host, url: `${site.expected.origin}/`, max_pages }
  const asked = await system.api<{ data: SiteReport }>('POST', '/site-reports', { key, body })
  if (asked.status !== 201) throw new Error(`The report was refused: ${JSON.stringify(asked.body)}`)
  return asked.body.data.id
}

/** The report as it is now; undefined while a service that was killed is away. */
export async function readReport({ system, key }: SiteOwner, id: string): Promise<SiteReport | undefined> {
  const { status, body } = await system.api<{ data: SiteReport }>('GET', `/site-reports/${id}`, { key })
  if (status === 200) return body.data
  if (status < 500) throw new Error(`The report answered ${status}: ${JSON.stringify(body)}`)
  return undefined
}

type Wait = { signal: AbortSignal; timeoutMs: number; intervalMs?: number }

/** Reads the report again and again until the condition holds. An account of plan pro has 600 requests a minute. */
export async function untilReport(
  owner: SiteOwner,
  id: string,
  condition: (report: SiteReport) => boolean,
  { signal, timeoutMs, intervalMs = 1_000 }: Wait,
): Promise<SiteReport> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const report = await readReport(owner, id)
    if (report !== undefined && condition(report)) return report
    if (performance.now() > deadline)
      throw new Error(`Waited in vain for a report: ${JSON.stringify(report?.progress)}`)
    await pause(intervalMs, undefined, { signal })
  }
}

export const hasEnded = ({ status }: SiteReport): boolean => status !== 'queued' && status !== 'running'

/** Seconds from when a report was asked for until it ended. Throws unless it is done. */
export function secondsOf({ status, error, created_at, ended_at }: SiteReport): number {
  if (status !== 'done' || ended_at === null) throw new Error(`The report is ${status}: ${error?.message}`)
  return (Date.parse(ended_at) - Date.parse(created_at)) / 1_000
}

/** All pages of a report, as the API lists them. */
export async function listPages({ system, key }: SiteOwner, id: string, signal: AbortSignal): Promise<ListedPage[]> {
  const pages: ListedPage[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    signal.throwIfAborted()
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    type List = { data: ListedPage[]; meta: { next_cursor: string | null } }
    const path = `/site-reports/${id}/pages?sort=url&per_page=100${from}`
    const { status, body } = await system.api<List>('GET', path, { key })
    if (status !== 200) throw new Error(`The pages answered ${status}: ${JSON.stringify(body)}`)
    pages.push(...body.data)
    cursor = body.meta.next_cursor
  }
  return pages
}
