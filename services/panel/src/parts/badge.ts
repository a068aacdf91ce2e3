import { type Html, html } from '@pagebell/html/template'
import { type IconName, icon } from './icon.ts'

type Tone = 'good' | 'decent' | 'bad' | 'quiet' | 'accent'

const badge = (tone: Tone, drawing: IconName, text: string): Html =>
  html`<span class="badge ${tone}">${icon(drawing)}${text}</span>`

/** A page's rating; in words and with an icon, never by colour alone. */
export function ratingBadge(result: string | undefined, score: number | undefined): Html {
  const points = score === undefined ? '' : ` ${score}`
  if (result === 'good') return badge('good', 'good', `Good${points}`)
  if (result === 'decent') return badge('decent', 'warning', `Decent${points}`)
  if (result === 'bad') return badge('bad', 'bad', `Bad${points}`)
  return badge('quiet', 'clock', 'Not rated')
}

/** The state of a report's newest run, or of a site report. */
export function runBadge(status: string): Html {
  if (status === 'done') return badge('quiet', 'good', 'Done')
  if (status === 'failed') return badge('bad', 'bad', 'Failed')
  if (status === 'cancelled') return badge('quiet', 'bad', 'Cancelled')
  return badge('accent', 'clock', status === 'running' ? 'Running' : 'Queued')
}

/** The state of a delivery. */
export function deliveryBadge(status: string): Html {
  if (status === 'delivered') return badge('good', 'good', 'Delivered')
  if (status === 'held') return badge('decent', 'pause', 'Held')
  if (status === 'rejected') return badge('bad', 'bad', 'Rejected')
  if (status === 'retrying') return badge('decent', 'clock', 'Retrying')
  if (status === 'dropped') return badge('quiet', 'bad', 'Dropped')
  if (status === 'set_aside') return badge('decent', 'warning', 'Failed internally')
  if (status === 'skipped') return badge('quiet', 'info', 'Skipped')
  if (status === 'checking') return badge('accent', 'clock', 'Checking')
  return badge('accent', 'clock', 'Pending')
}

/** The HTTP status of an answer. */
export function httpStatusBadge(status: number): Html {
  if (status < 400) return badge('good', 'good', String(status))
  return badge(status < 500 ? 'bad' : 'decent', status < 500 ? 'bad' : 'warning', String(status))
}

type Call = { status: number; code?: string | undefined; verdict?: string | undefined }

/** What was made of a call; its status where the log says no more, and of one that was refused. */
export function requestBadge({ status, code, verdict }: Call): Html {
  if (code !== undefined || verdict === undefined) return httpStatusBadge(status)
  return sourceVerdictBadge(verdict)
}

/** What a source made of a delivery, or that the URLs of any call wait for the quota. */
export function sourceVerdictBadge(verdict: string): Html {
  const [tone, sign, text] = sourceVerdicts.get(verdict) ?? ['quiet', 'info', verdict]
  return badge(tone, sign, text)
}

const sourceVerdicts = new Map<string, Parameters<typeof badge>>([
  ['urls', ['good', 'good', 'URLs']],
  ['waiting', ['decent', 'clock', 'Waiting']],
  ['waiting_full', ['bad', 'warning', 'Not kept']],
  ['scan', ['accent', 'clock', 'Scan']],
  ['ignored', ['quiet', 'info', 'Ignored']],
  ['unmapped', ['decent', 'warning', 'Not mapped']],
  ['unauthorized', ['bad', 'lock', 'Unauthorized']],
])

/** The state of an event. */
export function eventBadge(status: string): Html {
  if (status === 'delivered') return badge('good', 'good', 'Delivered')
  if (status === 'failed') return badge('bad', 'bad', 'Failed')
  return status === 'dropped' ? badge('quiet', 'bad', 'Dropped') : badge('accent', 'clock', 'Pending')
}

/** The outcome of one attempt at a delivery. */
export function attemptBadge(outcome: string): Html {
  if (outcome === 'delivered') return badge('good', 'good', 'Delivered')
  if (outcome === 'rejected') return badge('bad', 'bad', 'Refused')
  if (outcome === 'held') return badge('decent', 'pause', 'Held')
  if (outcome === 'paused') return badge('decent', 'pause', 'Too many')
  if (outcome === 'unverified') return badge('decent', 'lock', 'Unverified')
  return badge('decent', 'warning', 'Trouble')
}

/** The status of a finding. */
export function findingBadge(status: string): Html {
  if (status === 'pass') return badge('good', 'good', 'Pass')
  if (status === 'warn') return badge('decent', 'warning', 'Warning')
  if (status === 'fail') return badge('bad', 'bad', 'Fail')
  if (status === 'error') return badge('bad', 'warning', 'Error')
  return badge('quiet', 'info', 'Not applicable')
}

/** The webhook's verdict on a URL. */
export function verdictBadge(verdict: string): Html {
  if (verdict === 'accepted') return badge('good', 'good', 'Accepted')
  if (verdict === 'duplicate') return badge('decent', 'clock', 'Duplicate')
  return badge('bad', 'bad', verdict === 'foreign' ? 'Not on this site' : 'Invalid')
}

/** The states of a page, with how they are shown. */
export const pageStates = new Map<string, Parameters<typeof badge>>([
  ['live', ['good', 'good', 'Live']],
  ['noindex', ['quiet', 'lock', 'noindex']],
  ['moved', ['quiet', 'out', 'Moved']],
  ['canonical', ['quiet', 'info', 'Other canonical']],
  ['gone', ['decent', 'bad', 'Gone']],
  ['unknown', ['decent', 'warning', 'No answer']],
])

/** The state of a page as it was seen last. */
export const pageBadge = (state: string): Html => badge(...(pageStates.get(state) ?? ['quiet', 'info', state]))

/** What was decided of a page before it was announced. */
export function pageVerdictBadge(verdict: string): Html {
  if (verdict === 'send') return badge('good', 'good', 'Sent')
  if (verdict === 'skip') return badge('quiet', 'info', 'Skipped')
  if (verdict === 'hold') return badge('accent', 'clock', 'Held')
  return badge('decent', 'warning', 'Not checked')
}

/** The outcome of a scan of a watch. */
export function scanBadge(outcome: string): Html {
  if (outcome === 'ok') return badge('good', 'good', 'Read')
  if (outcome === 'unchanged') return badge('good', 'good', 'Not changed')
  return outcome === 'partial' ? badge('decent', 'warning', 'Read in part') : badge('bad', 'bad', 'Failed')
}

/** The state of a subscription to the hub of a feed. */
export function subscriptionBadge(state: string): Html {
  if (state === 'active') return badge('good', 'good', 'Active')
  if (state === 'requested') return badge('accent', 'clock', 'Requested')
  if (state === 'denied') return badge('decent', 'bad', 'Denied')
  return state === 'failed' ? badge('decent', 'warning', 'Failed') : badge('quiet', 'info', 'Not available')
}

/** Whether the dates of a file decide which of its pages have changed. */
export const datesBadge = (areTrusted: boolean): Html =>
  areTrusted ? badge('good', 'good', 'Trusted') : badge('quiet', 'info', 'Not trusted')

/** The visibility of a report. */
export function privacyBadge(privacy: number): Html {
  if (privacy === 1) return badge('quiet', 'lock', 'Private')
  if (privacy === 2) return badge('quiet', 'lock', 'Password')
  return badge('quiet', 'projects', 'Public')
}

/** How the deliveries of a project fare; undefined if none has ended. */
export function sendingBadge(ended: { delivered: number; rejected: number } | undefined): Html {
  if (ended === undefined) return badge('quiet', 'clock', 'Nothing sent')
  if (ended.rejected === 0) return badge('good', 'good', 'Working')
  return ended.delivered === 0 ? badge('bad', 'bad', 'All rejected') : badge('decent', 'warning', 'Some rejected')
}

/** Whether a webhook or an endpoint is enabled. */
export const hookBadge = (enabled: boolean): Html =>
  enabled ? badge('good', 'good', 'Enabled') : badge('decent', 'pause', 'Disabled')

export type ChannelState = 'ready' | 'paused' | 'not-set-up' | 'key-file-unchecked' | 'key-file-missing'

/** Whether URLs can be sent by a channel, and what is missing. */
export function channelBadge(state: ChannelState): Html {
  if (state === 'ready') return badge('good', 'good', 'Ready')
  if (state === 'paused') return badge('decent', 'pause', 'Paused')
  if (state === 'key-file-missing') return badge('bad', 'bad', 'Key file missing')
  return state === 'key-file-unchecked'
    ? badge('quiet', 'clock', 'Key file not checked yet')
    : badge('quiet', 'info', 'Not set up')
}

/** Whether engines find a key file; undefined before the first check. */
export function keyFileBadge(served: boolean | undefined): Html {
  if (served === undefined) return badge('quiet', 'clock', 'Not checked yet')
  return served ? badge('good', 'good', 'Served') : badge('bad', 'bad', 'Not served')
}

/** Whether an API key works. */
export function keyBadge({ revoked, expired }: { revoked: boolean; expired: boolean }): Html {
  if (revoked) return badge('quiet', 'bad', 'Revoked')
  return expired ? badge('quiet', 'clock', 'Expired') : badge('good', 'good', 'Active')
}
