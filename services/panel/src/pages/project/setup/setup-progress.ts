import { isIP } from 'node:net'
import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import type { Source__Output as Source } from '@pagebell/protos/intake/v1/sources'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { belongsTo } from '@pagebell/urls/project-name'

/** What there is of a site: how far its set-up has come follows from it, and is stored nowhere. */
export type SiteParts = {
  watches: Pick<Watch, 'settings'>[]
  sources: Pick<Source, 'last_used_at'>[]
  hook: Pick<Hook, 'last_used_at'> | undefined
  channels: Pick<ChannelSetup, 'channel' | 'chosen'>[]
  status: ChannelStatus | undefined
  /** Newest first. */
  reports: Pick<Report, 'url' | 'score'>[]
  /** A search engine has accepted a URL of it. */
  isAnnounced: boolean
}

export type Progress = {
  /** How changes arrive: not at all; by a webhook or source that nothing has called yet; or in use. */
  connection: 'none' | 'unused' | 'used'
  keyFile: 'not needed' | 'not checked' | 'missing' | 'served'
  isRated: boolean
  isAnnounced: boolean
}

export function progressOf({ watches, sources, hook, channels, status, reports, isAnnounced }: SiteParts): Progress {
  const senders = hook === undefined ? sources : [hook, ...sources]
  const isUsed = watches.length > 0 || senders.some(({ last_used_at: at }) => at !== undefined)
  const needsKeyFile = channels.some(({ channel, chosen }) => channel === 'indexnow' && chosen)
  const checked = (status?.key_files ?? []).filter(({ checked_at: at }) => at !== undefined)
  const isServed = checked.some(({ problem }) => problem === undefined)
  return {
    connection: isUsed ? 'used' : senders.length > 0 ? 'unused' : 'none',
    keyFile: !needsKeyFile ? 'not needed' : isServed ? 'served' : checked.length > 0 ? 'missing' : 'not checked',
    isRated: reports.some(({ score }) => score !== undefined),
    isAnnounced,
  }
}

/** The pages of the set-up of a project, in their order. Before them its address is entered, which adds it. */
export const setupPages = ['site', 'changes', 'key-file', 'announcement'] as const
export type SetupPage = (typeof setupPages)[number]

/** Whether a step is done. What was found leads to how changes arrive: both are done when they do. */
export function isDone(page: SetupPage, { connection, keyFile, isRated, isAnnounced }: Progress): boolean {
  if (page === 'site' || page === 'changes') return connection !== 'none'
  if (page === 'key-file') return keyFile === 'not needed' || keyFile === 'served'
  return isRated && isAnnounced
}

/** Where an interrupted set-up continues: the first step that is not done; undefined when all are. */
export const nextPage = (progress: Progress): SetupPage | undefined =>
  setupPages.find((page) => !isDone(page, progress))

/** The address of a page of the set-up, which hands on the first page of the site. */
export const setupPath = (project: string, page: SetupPage, firstPage: string): string =>
  `/projects/${project}/setup/${page}?address=${encodeURIComponent(firstPage)}`

/**
 * The first page of the site: the one of the address, if it is on the project, or else that of the host that reports or
 * watches have.
 */
export function firstPageOf(
  project: string,
  asked: string | undefined,
  { watches, reports }: Pick<SiteParts, 'watches' | 'reports'>,
): string {
  return pageOnSite(project, asked) ?? knownFirstPage(project, { watches, reports }) ?? `https://${project}/`
}

function knownFirstPage(project: string, { watches, reports }: Pick<SiteParts, 'watches' | 'reports'>) {
  const known = [...reports.map(({ url }) => url), ...watches.map(({ settings }) => settings?.url)]
  const found = known.map((url) => pageOnSite(project, url)).find((url) => url !== undefined)
  return found === undefined ? undefined : new URL('/', found).href
}

/**
 * Where a set-up is resumed: at `nextPage`, but at `site` if that is an IP address whose first page is not known, since
 * such a host rarely has HTTPS at its usual port. There the first page is seen, and can be changed.
 */
export function resumedPage(project: string, parts: SiteParts): SetupPage | undefined {
  const next = nextPage(progressOf(parts))
  const isAddress = isIP(project.replace(/^\[|\]$/g, '')) !== 0
  return next !== undefined && isAddress && knownFirstPage(project, parts) === undefined ? 'site' : next
}

/** The address of a page, if it is one of the project's site. */
export function pageOnSite(project: string, address: string | undefined): string | undefined {
  const url = URL.parse(address?.trim() ?? '')
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return url !== null && isWeb && belongsTo(url.hostname, project) ? url.href : undefined
}
