import { bingSettings } from '@pagebell/channel-settings/bing-settings'
import { type ChannelTools, defineChannel, type EngineAnswer, type Outcome } from '../channel.ts'
import { nextMidnight, nextUtcMonth } from '../next-reset.ts'
import { readRetryAfter } from '../read-retry-after.ts'

const service = '/webmaster/api.svc/json'
const minuteMs = 60_000

type Site = { siteUrl: string; urls: string[] }
type Left = { count: number; reason: string; until: number }

/** https://learn.microsoft.com/bingwebmaster/getting-access: at most 500 URLs of one site, and never more than its quota. */
export default defineChannel({
  id: 'bing',
  title: 'Bing URL submission',
  mostUrls: 500,
  settings: bingSettings,

  async send({ urls }, { api_key }, tools) {
    const outcomes = new Map<string, Outcome>()
    // A site is a scheme and a host, to Bing: pages of http and https are told apart.
    for (const [siteUrl, ofSite] of Map.groupBy(urls, (url) => new URL(url).origin)) {
      const told = await submit({ siteUrl, urls: ofSite }, api_key, tools)
      for (const [index, url] of ofSite.entries()) outcomes.set(url, told[index] ?? unread)
    }
    return urls.map((url) => outcomes.get(url) ?? unread)
  },
})

const unread: Outcome = { kind: 'retry', reason: 'strange_answer' }

/** Sends what the quota lets through, and holds the rest until there is more. */
async function submit({ siteUrl, urls }: Site, key: string, tools: ChannelTools): Promise<Outcome[]> {
  const base = tools.endpoint.replace(/\/(webmaster\/api\.svc\/json(\/\w*)?)?\/*$/, '')
  const query = new URLSearchParams({ siteUrl, apikey: key })
  const asked = await tools.fetch(`${base}${service}/GetUrlSubmissionQuota?${query.toString()}`, {
    method: 'GET',
    headers: {},
  })
  const left = readQuota(asked, tools.now())
  if ('kind' in left) return urls.map(() => left)

  const held: Outcome = { kind: 'held', reason: left.reason, until: left.until }
  if (left.count <= 0) return urls.map(() => held)
  const fitting = urls.slice(0, left.count)
  const answer = await tools.fetch(`${base}${service}/SubmitUrlBatch?apikey=${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ siteUrl, urlList: fitting }),
  })
  const told = readAnswer(answer, tools.now())
  return urls.map((_, index) => (index < fitting.length ? told : held))
}

function readQuota(answer: EngineAnswer, now: number): Left | Outcome {
  if (answer.status !== 200) return readAnswer(answer, now)
  const { d } = fieldsOf(answer.text)
  const { DailyQuota: day, MonthlyQuota: month } = (d ?? {}) as Record<string, unknown>
  if (!Number.isInteger(day) || !Number.isInteger(month))
    return { ...unread, words: { status: answer.status, message: answer.text } }
  return Number(month) <= Number(day)
    ? { count: Number(month), reason: 'month_quota_used_up', until: nextUtcMonth(now) }
    : { count: Number(day), reason: 'day_quota_used_up', until: nextMidnight('UTC', now) }
}

/**
 * Of ApiErrorCode: what only the site's owner can change (its key, its sites, its rights), what may be one URL's fault, and
 * what a moment mends. 1 and 2 are Bing's own trouble, and retried.
 */
const final = [3, 6, 9, 10, 11, 12, 13, 14, 15, 16]
const divisible = [7, 8]
const throttled = [4, 5]

function readAnswer({ status, text, header }: EngineAnswer, now: number): Outcome {
  const words = { status, message: text }
  if (status === 200) return { kind: 'delivered', words }
  if (status === 429) return { kind: 'paused', reason: 'rate_limited', ...readRetryAfter(header('retry-after')), words }
  const { ErrorCode, Message } = fieldsOf(text)
  const code = Number.isInteger(ErrorCode) ? Number(ErrorCode) : undefined
  const reason = code === undefined ? `http_${status}` : `bing_error_${code}`
  if (status >= 500) return { kind: 'retry', reason, ...readRetryAfter(header('retry-after')), words }
  if (code !== undefined && throttled.includes(code)) return { kind: 'held', reason, until: now + minuteMs, words }
  if (typeof Message === 'string' && /quota/i.test(Message))
    return { kind: 'held', reason: 'day_quota_used_up', until: nextMidnight('UTC', now), words }
  if (code !== undefined && !final.includes(code) && !divisible.includes(code)) return { kind: 'retry', reason, words }
  return { kind: 'rejected', reason, divisible: code === undefined ? status === 400 : divisible.includes(code), words }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A proxy's page: the status has to say it all.
    return {}
  }
}
