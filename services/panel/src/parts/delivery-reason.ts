import { type Html, html, type Part } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'

type Reason = readonly [what: string, next: string]

const later = 'Nothing to do: it is tried again.'
const fixedThenRequeue = 'Fix the cause, then requeue it.'

/** Reasons by their codes: what happened, and what to do next. */
const reasons: Record<string, Reason> = {
  key_unverified: ['The search engine has not fetched your IndexNow key file yet.', later],
  InvalidKey: [
    'The search engine does not accept the IndexNow key.',
    'Check the key file on the project’s page, then requeue it.',
  ],
  KeyNotFound: [
    'The search engine did not find the IndexNow key file.',
    'Put the key file on your site, check it on the project’s page, then requeue it.',
  ],
  UserForbiddedToAccessSite: [
    'The search engine did not find the IndexNow key file for this site.',
    'Check the key file on the project’s page, then requeue it.',
  ],
  SiteVerificationNotCompleted: ['The search engine has not verified the site yet.', later],
  InvalidRequestParameters: [
    'The search engine rejects this URL or the key file’s address.',
    'Check the URL and the key file, then requeue it.',
  ],
  outside_key_location: [
    'The URL is outside the folder of the key file, so search engines do not believe it.',
    'Move the key file to the root of the site, then requeue it.',
  ],
  rate_limited: ['The search engine asks for fewer requests.', later],
  minute_quota_used_up: ['The search engine’s quota for this minute is used up.', later],
  day_quota_used_up: [
    'The search engine’s quota for today is used up.',
    'Nothing to do: it is sent some minutes after the quota resets.',
  ],
  month_quota_used_up: [
    'The search engine’s quota for this month is used up.',
    'Nothing to do: it is sent some minutes after the quota resets.',
  ],
  channel_paused: ['The channel is paused.', 'Resume the channel on the project’s page.'],
  project_deleted: ['The project was deleted.', 'Nothing to do.'],
  waits_for_the_operator: ['Pagebell failed to process it.', 'The operator of this Pagebell has to look at it.'],
  waits_to_be_looked_at: ['The page is not checked for a job posting or live stream yet.', later],
  no_job_posting_or_broadcast_event: [
    'The page has no JobPosting or BroadcastEvent, the only pages that Google takes.',
    'Use another channel for this page, or turn the check off in the channel’s settings.',
  ],
  no_answer_for_this_part: ['The search engine’s response leaves this URL out.', later],
  strange_answer: ['The search engine’s response cannot be read.', later],
  google_token_strange_answer: ['Google’s response to the sign-in cannot be read.', later],
  endpoint_blocked_address: [
    'The search engine’s address is not on the public web.',
    'The operator of this Pagebell has to check its address.',
  ],
  PERMISSION_DENIED: [
    'Google does not let the service account submit this site.',
    'Add the service account as an owner in Google Search Console, then requeue it.',
  ],
  INVALID_ARGUMENT: ['Google rejects the URL.', fixedThenRequeue],
  google_token_invalid_grant: [
    'Google does not accept the service account’s key.',
    'Save a new key file in the channel’s settings, then requeue it.',
  ],
  dns: ['The host name of the search engine cannot be resolved.', later],
  refused: ['The search engine refuses the connection.', later],
  timeout: ['The search engine did not respond in time.', later],
  tls: ['No secure connection to the search engine.', later],
  unreachable: ['The search engine cannot be reached.', later],
  blocked_address: ['The address is not on the public web.', fixedThenRequeue],
  too_large: ['The response is too large.', later],
}

const nothingToDo = 'Nothing to do: its charge was given back.'
const lookedAtAgain = 'Nothing to do: the page is looked at again.'

/** Reasons of what pre-flight found on the page; the same code says something else of a search engine. */
const pageReasons: Record<string, Reason> = {
  waiting: ['The batch waits for its time, or for a deploy.', nothingToDo],
  wait_over: [
    'The deploy that the batch waited for has not come in time.',
    'Submit the pages again once the deploy is done.',
  ],
  unchanged: ['The page has not changed since it was announced last.', nothingToDo],
  still_there: ['The page was submitted as removed, and it is still there.', 'Remove the page, then submit it again.'],
  noindex: ['The page asks search engines not to show it (noindex).', 'Remove the noindex if it should be found.'],
  not_found: ['There is no page at this address.', 'Check the address, then submit it again.'],
  redirects: ['The address leads to another page, which was announced.', 'Submit the address it leads to.'],
  canonical_elsewhere: [
    'The page names another page as its canonical one.',
    'Submit the canonical page, or correct the canonical link.',
  ],
  robots: ['The robots.txt of the site keeps the search engine out.', 'Change the robots.txt if it should be found.'],
  staging: [
    'The site is a preview or a test: its first page asks not to be shown.',
    'Submit the pages of the public site.',
  ],
}

/** Codes with a status or a number in them. */
const families: readonly (readonly [form: RegExp, (value: string) => Reason])[] = [
  [
    /^(?:http_|Status)(\d+)$/,
    (status) => [`The search engine responds with status ${status}.`, Number(status) >= 500 ? later : fixedThenRequeue],
  ],
  [/^page_http_(\d+)$/, (status) => [`Your page responds with status ${status}.`, fixedThenRequeue]],
  [/^page_(\w+)$/, () => ['Your page cannot be fetched.', later]],
  [
    /^bing_error_(\d+)$/,
    (number) => [
      `Bing rejects it with error ${number}.`,
      'Check the API key and that the site is verified in Bing Webmaster Tools, then requeue it.',
    ],
  ],
  [
    /^google_token_(\w+)$/,
    () => ['Google does not let the service account sign in.', 'Check the channel’s settings, then requeue it.'],
  ],
  [
    /^settings of (\w+) are not valid$/,
    () => ['The channel’s settings are not valid.', 'Save them again on the project’s page, then requeue it.'],
  ],
]

type Explained = { what: string; next: string; code: string }

/** A reason in words. A delivery that is not tried again has to be requeued, whatever the reason. */
export function explainReason(reason: string, status: string): Explained {
  const code = reason.replace(/^dead letter: /, '')
  if (status === 'skipped' || status === 'checking') return explainPage(code, status)
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  const [what, next] = known ?? fromFamily(code) ?? ['The search engine did not take it.', fixedThenRequeue]
  const isOver = status === 'rejected' || status === 'dropped'
  return { what, next: isOver && next === later ? 'It is not tried again by itself. Requeue it.' : next, code }
}

function explainPage(code: string, status: string): Explained {
  const known = Object.hasOwn(pageReasons, code) ? pageReasons[code] : undefined
  const [what, next] = known ?? ['The page is not announced.', nothingToDo]
  return { what, next: status === 'checking' ? lookedAtAgain : next, code }
}

function fromFamily(code: string): Reason | undefined {
  for (const [form, explain] of families) {
    const value = form.exec(code)?.[1]
    if (value !== undefined) return explain(value)
  }
  return undefined
}

/** The reason with the next step, and its code in small print. */
export function deliveryReason({ reason, status }: Pick<Delivery, 'reason' | 'status'>): Part {
  if (reason === undefined || status === 'delivered') return undefined
  const { what, next, code } = explainReason(reason, status)
  return html`<p>${what} ${next} ${smallCode(code)}</p>`
}

/** The reason as one line of a list. */
export function reasonLine({ reason, status }: Pick<Delivery, 'reason' | 'status'>): Part {
  if (reason === undefined || status === 'delivered') return undefined
  return html`<span class="two">${explainReason(reason, status).what}</span>`
}

/** The reason of one attempt, without the next step, which is at the top of the page. */
export function attemptReason(reason: string): Html {
  const { what, code } = explainReason(reason, 'retrying')
  return html`<p>${what} ${smallCode(code)}</p>`
}

const smallCode = (code: string): Html => html`<small class="hint"><code>${code}</code></small>`
