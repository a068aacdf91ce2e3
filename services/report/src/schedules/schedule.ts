import { requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import type {
  PutScheduleRequest__Output as PutScheduleRequest,
  Schedule,
  ScheduleTime__Output as SentTime,
} from '@pagebell/protos/report/v1/schedules'
import { belongsTo } from '@pagebell/urls/project-name'
import { isZone, type LocalTime, nextTime } from '../local-time.ts'
import { readNewPage } from '../reports/new-page.ts'
import { readNewSiteReport } from '../site-reports/new-site-report.ts'
import type { ScheduleKey, ScheduleRow, ScheduleSettings } from './schedules.sql.ts'

const intervals = ['day', 'week', 'month'] as const
const lastOn = { week: 7, month: 31 }
/** Pages that a schedule rates each time. */
const maxPages = 100

/** The settings of a request with their defaults. Throws fault `invalid`, naming the field. */
export function readSettings(request: PutScheduleRequest): ScheduleSettings {
  const { account_id, project_id, project, settings } = request
  requireIds({ account_id, project_id })
  if (settings === null) throw invalidField('settings', 'is required')
  const { what, time, url, selection, pages } = settings
  const shared = { ...readTime(time), isOwner: request.is_owner }
  if (what === 'site') {
    if (pages.length > 0) throw invalidField('pages', 'are only for what: pages')
    const site = readNewSiteReport({ ...request, url: url ?? `https://${project}/`, selection })
    const { starts, maxPages: max_pages, include, exclude } = site
    return { ...shared, what, url: site.url, starts, maxPages: max_pages, include, exclude, pages: [] }
  }
  if (what !== 'pages') throw invalidField('what', 'must be one of: site, pages')
  if (url !== undefined || selection != null) throw invalidField('what', 'must be site for url, start and max_pages')
  const none = { url: null, starts: null, maxPages: null, include: null, exclude: null }
  return { ...shared, ...none, what, pages: readPages(pages, request) }
}

function readTime(time: SentTime | null): LocalTime {
  if (time === null) throw invalidField('every', 'is required')
  const { at, zone, on } = time
  const every = intervals.find((one) => one === time.every)
  if (every === undefined) throw invalidField('every', `must be one of: ${intervals.join(', ')}`)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw invalidField('at', 'must be a time of the day, such as 03:00')
  if (!isZone(zone)) throw invalidField('zone', 'must be the name of a time zone, such as Europe/Berlin')
  if (every === 'day') {
    if (on !== undefined) throw invalidField('on', 'is only for every: week and every: month')
    return { every, at, zone, on: null }
  }
  if (on !== undefined && (on < 1 || on > lastOn[every]))
    throw invalidField('on', `must be from 1 to ${lastOn[every]} for every: ${every}`)
  return { every, at, zone, on: on ?? 1 }
}

function readPages(pages: readonly string[], { project_id, project }: PutScheduleRequest): string[] {
  const urls = new Set(pages.map((url) => readNewPage({ project_id, project, url }).url))
  if (urls.size === 0 || urls.size > maxPages) throw invalidField('pages', `must be 1 to ${maxPages} URLs`)
  for (const url of urls)
    if (!belongsTo(new URL(url).hostname, project))
      throw invalidField('pages', `must be on ${project} or a subdomain of it`)
  return [...urls]
}

/** The reply for a schedule. */
export function toSchedule(row: ScheduleRow): Schedule {
  const { what, every, at_time, zone, on_day, url, starts, max_pages, include, exclude, pages } = row
  const selection = { start: starts ?? [], max_pages: max_pages ?? 0, include: include ?? [], exclude: exclude ?? [] }
  return {
    settings: {
      what,
      time: { every, at: at_time, zone, ...(on_day !== null && { on: on_day }) },
      ...(url !== null && { url, selection }),
      pages,
    },
    created_at: row.created_at,
    next_at: row.next_at,
    ...(row.last_at !== null && {
      last: {
        at: row.last_at,
        outcome: row.last_outcome ?? '',
        ...(row.last_code !== null && { code: row.last_code, message: row.last_message ?? '' }),
        ...(row.last_site_report !== null && { site_report: row.last_site_report }),
        reports: row.last_reports ?? [],
        refused: row.last_refused ?? 0,
      },
    }),
  }
}

/** Schedules of one time are carried out within so many seconds, each project always in the same one. */
const spreadSeconds = 120

/** The next time after a moment, and when it is carried out. Times that have passed unnoticed are left out. */
export function planAfter(time: LocalTime, { projectId }: ScheduleKey, after: Date): { nextAt: Date; dueAt: Date } {
  const nextAt = nextTime(time, after)
  const seconds = Number.parseInt(projectId.slice(-8), 16) % spreadSeconds
  return { nextAt, dueAt: new Date(nextAt.getTime() + seconds * 1_000) }
}
