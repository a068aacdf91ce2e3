import { bingSettings } from '@pagebell/channel-settings/bing-settings'
import { type ChannelResult, type ChannelTools, defineChannel, type HttpResponse } from './channel.ts'
import { nextMidnight, nextUtcMonth, quotaWait, readJsonFields, readRetryAfter } from './engine-response.ts'

const service = '/webmaster/api.svc/json'
const minuteMs = 60_000

type Site = { siteUrl: string; urls: string[] }
/** How many URLs the quota of the site still allows, and when it resets. */
type Quota = { count: number; reason: string; until: number }

/**
 * https://learn.microsoft.com/bingwebmaster/getting-access: at most 500 URLs of one site, and never more than its
 * quota.
 */
export default defineChannel({
  id: 'bing',
  maxUrls: 500,
  settings: bingSettings,

  async send({ urls }, { api_key }, tools) {
    const results = new Map<string, ChannelResult>()
    // A site is a scheme and a host to Bing: pages of http and https belong to two sites.
    for (const [siteUrl, ofSite] of Map.groupBy(urls, (url) => new URL(url).origin)) {
      const submitted = await submit({ siteUrl, urls: ofSite }, api_key, tools)
      for (const [index, url] of ofSite.entries()) results.set(url, submitted[index] ?? unreadable)
    }
    return urls.map((url) => results.get(url) ?? unreadable)
  },
})

const unreadable: ChannelResult = { kind: 'retry', reason: 'strange_answer' }

/** Sends as many URLs as the quota allows, and holds the rest until it resets. */
async function submit({ siteUrl, urls }: Site, key: string, tools: ChannelTools): Promise<ChannelResult[]> {
  const base = tools.endpoint.replace(/\/(webmaster\/api\.svc\/json(\/\w*)?)?\/*$/, '')
  const query = new URLSearchParams({ siteUrl, apikey: key })
  const response = await tools.fetch(`${base}${service}/GetUrlSubmissionQuota?${query.toString()}`, {
    method: 'GET',
    headers: {},
  })
  const quota = readQuota(response, siteUrl, tools.now())
  if ('kind' in quota) return urls.map(() => quota)

  const held: ChannelResult = { kind: 'held', reason: quota.reason, until: quota.until }
  if (quota.count <= 0) return urls.map(() => held)
  const fitting = urls.slice(0, quota.count)
  const submitted = await tools.fetch(`${base}${service}/SubmitUrlBatch?apikey=${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ siteUrl, urlList: fitting }),
  })
  const result = readResponse(submitted, siteUrl, tools.now())
  return urls.map((_, index) => (index < fitting.length ? result : held))
}

const nextUtcDay = (now: number): number => nextMidnight('UTC', now)

function readQuota(response: HttpResponse, siteUrl: string, now: number): Quota | ChannelResult {
  if (response.status !== 200) return readResponse(response, siteUrl, now)
  const { d } = readJsonFields(response.text)
  const { DailyQuota: day, MonthlyQuota: month } = (d ?? {}) as Record<string, unknown>
  if (!Number.isInteger(day) || !Number.isInteger(month))
    return { ...unreadable, response: { status: response.status, message: response.text } }
  return Number(month) <= Number(day)
    ? { count: Number(month), reason: 'month_quota_used_up', until: quotaWait(nextUtcMonth, now, siteUrl) }
    : { count: Number(day), reason: 'day_quota_used_up', until: quotaWait(nextUtcDay, now, siteUrl) }
}

/**
 * Values of ApiErrorCode: what only the site's owner can change (its key, its sites, its rights), what one URL may have
 * caused, and what passes within a minute. 1 and 2 are failures of Bing, and retried.
 */
const final = [3, 6, 9, 10, 11, 12, 13, 14, 15, 16]
const divisible = [7, 8]
const throttled = [4, 5]

function readResponse({ status, text, header }: HttpResponse, siteUrl: string, now: number): ChannelResult {
  const response = { status, message: text }
  if (status === 200) return { kind: 'delivered', response }
  if (status === 429)
    return { kind: 'paused', reason: 'rate_limited', ...readRetryAfter(header('retry-after')), response }
  const { ErrorCode, Message } = readJsonFields(text)
  const code = Number.isInteger(ErrorCode) ? Number(ErrorCode) : undefined
  const reason = code === undefined ? `http_${status}` : `bing_error_${code}`
  if (status === 408 || status >= 500)
    return { kind: 'retry', reason, ...readRetryAfter(header('retry-after')), response }
  if (code !== undefined && throttled.includes(code)) return { kind: 'held', reason, until: now + minuteMs, response }
  if (typeof Message === 'string' && /quota/i.test(Message))
    return { kind: 'held', reason: 'day_quota_used_up', until: quotaWait(nextUtcDay, now, siteUrl), response }
  if (code !== undefined && !final.includes(code) && !divisible.includes(code))
    return { kind: 'retry', reason, response }
  return {
    kind: 'rejected',
    reason,
    divisible: code === undefined ? status === 400 || status === 413 : divisible.includes(code),
    response,
  }
}
