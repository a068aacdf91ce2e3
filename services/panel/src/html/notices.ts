import { counted, grouped } from './format.ts'

/** Messages after a submitted form, by the code in the notice cookie. */
const notices = {
  'account-created': 'Your account is ready. Add your site next.',
  'signed-out': 'You are signed out.',
  'signed-out-everywhere': 'You are signed out everywhere.',
  'password-changed': 'Your password is changed. Every other session is signed out.',
  'new-reports-saved': 'The visibility of new reports is saved.',
  'report-deleted': 'The report is deleted.',
  'report-created': 'The page is being analyzed.',
  'crawl-queued': 'The site is crawled as soon as its turn comes.',
  'crawl-cancelled': 'The crawl is cancelled.',
  'crawl-ended': 'The crawl had ended already.',
  'report-reused': 'This page has a report already: it is being analyzed again. Its visibility is as before.',
  'report-requested': 'The page is being analyzed again.',
  'privacy-changed': 'The visibility of the report is changed.',
  'project-created': 'The site is added.',
  'announcement-requested': 'The page is being rated and announced.',
  'project-deleted': 'The project, its reports and its webhook are deleted.',
  'hook-enabled': 'The webhook accepts URLs again.',
  'hook-disabled': 'The webhook is disabled. Requests with its token are refused.',
  'hook-revoked': 'The webhook is revoked. Its token no longer works.',
  'source-saved': 'The source is saved.',
  'source-enabled': 'The source accepts deliveries again.',
  'source-disabled': 'The source is disabled. Deliveries to its address are refused.',
  'source-removed': 'The source is deleted. Its address no longer works.',
  'source-secret-changed': 'The secret is changed.',
  'watch-added': 'The watch is added, and its first scan begins.',
  'watch-saved': 'The watch is saved, and is scanned now.',
  'watch-scanning': 'It is scanned now.',
  'watch-believing': 'It is scanned now, and what it has lost is believed this once.',
  'watch-removed': 'The watch is deleted.',
  'held-sent': 'The removals are sent when the quota has room.',
  'held-forgotten': 'The removals are forgotten: search engines do not learn of them.',
  'key-revoked': 'The API key is revoked.',
  'endpoint-added': 'Endpoint added. Send a test to see its messages.',
  'endpoint-asked': 'A mail with a link was sent to the address. Events follow once it is confirmed.',
  'endpoint-saved': 'Endpoint saved.',
  'endpoint-enabled': 'Endpoint enabled: events are sent again.',
  'endpoint-disabled': 'Endpoint disabled. Events that were waiting are dropped.',
  'endpoint-tested': 'Test event queued. Its result is in the list of events.',
  'endpoint-removed': 'Endpoint removed.',
  'channel-saved': 'The settings of the channel are saved.',
  'channel-removed': 'The settings of the channel are removed.',
  'channel-paused': 'Channel paused. URLs are accepted and held.',
  'channel-resumed': 'Channel resumed.',
  'key-file-served': 'The key file is served.',
  'key-file-missing': 'The key file is not served as search engines need it.',
  'channels-saved': 'Default channels saved.',
  'preflight-on': 'Pages are checked before they are announced.',
  'preflight-off': 'Every accepted URL is sent as it is.',
  'alerts-saved': 'The alert rules are saved.',
  'schedule-saved': 'The schedule is saved.',
  'schedule-removed': 'The schedule is removed.',
  'lastmod-on': 'The sitemap of changes has this address now.',
  'lastmod-off': 'The sitemap of changes is off.',
  'block-counted': 'The block counts again.',
  'check-ignored': 'The check no longer counts for the score.',
  'check-counted': 'The check counts again.',
  'nothing-requeued': 'Nothing was requeued: only held and rejected deliveries can be.',
} as const

export type Notice =
  | keyof typeof notices
  | `requeued-${number}`
  | `deleted-${number}`
  | `rated-${number}`
  | `rated-${number}-of-${number}`

export type ReadNotice = {
  text: string
  /** The card that shows it; the top of the page if undefined. */
  at: string | undefined
  /** Something remains to be done. */
  isWarning: boolean
}

const warnings: readonly string[] = ['key-file-missing', 'nothing-requeued']

/** The notice of a cookie, which holds its code and the card that shows it. */
export function readNotice(cookie: string | undefined): ReadNotice | undefined {
  const [, code, at] = /^([\w-]+)(?:@([\w-]+))?$/.exec(cookie ?? '') ?? []
  const text = noticeText(code)
  return code === undefined || text === undefined
    ? undefined
    : { text, at, isWarning: warnings.includes(code) || code.includes('-of-') }
}

/** The text of a notice's code; undefined for anything else. */
export function noticeText(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (Object.hasOwn(notices, code)) return notices[code as keyof typeof notices]
  const [, what, count, all] = /^(requeued|deleted|rated)-(\d{1,9})(?:-of-(\d{1,9}))?$/.exec(code) ?? []
  return what === undefined ? undefined : countedText(what, Number(count), all === undefined ? undefined : Number(all))
}

function countedText(what: string, count: number, all: number | undefined): string | undefined {
  if (what === 'requeued') {
    return count === 1 ? 'The delivery is due again.' : `${grouped(count)} deliveries are due again.`
  }
  if (what === 'deleted') return `${counted(count, 'report')} deleted.`
  if (all === undefined) return `${counted(count, 'page')} being rated again.`
  return `${grouped(count)} of ${counted(all, 'page')} being rated again: your plan allows no more analyses for now.`
}
