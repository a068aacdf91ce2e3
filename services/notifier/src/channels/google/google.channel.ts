import { googleSettings } from '@pagebell/channel-settings/google-settings'
import { type ChannelResult, type ChannelTools, defineChannel, type HttpResponse } from '../channel.ts'
import { checkEligibility } from './eligible-pages.ts'
import { type Notification, readBatch, writeBatch } from './google-batch.ts'
import { readGoogleResponse } from './google-response.ts'
import { accountKey, findToken, forgetToken, type ServiceAccount } from './google-token.ts'

/** A hundred responses, pretty-printed, are 80 KB. */
const maxBatchBytes = 1_000_000

type PublishRequest = { base: string; account: ServiceAccount; notifications: Notification[]; tools: ChannelTools }

/**
 * https://developers.google.com/search/apis/indexing-api/v3/using-api: one publish, or up to 100 in a batch, with a
 * result each.
 */
export default defineChannel({
  id: 'google',
  maxUrls: 100,
  settings: googleSettings,

  async send({ action, urls }, { service_account, gate }, tools) {
    const account = service_account as ServiceAccount
    const quotaKey = `google quota ${accountKey(account)}`
    const held = tools.cache.get<ChannelResult>(quotaKey)
    if (held !== undefined) return held

    // A deleted page cannot be checked.
    const results = gate && action === 'update' ? await checkEligibility(urls, tools) : urls.map(() => undefined)
    const open = [...urls.keys()].filter((index) => results[index] === undefined)
    if (open.length > 0) {
      const type = action === 'delete' ? 'URL_DELETED' : 'URL_UPDATED'
      const notifications = open.map((index): Notification => ({ url: urls[index] ?? '', type }))
      const base = baseOf(tools.endpoint)
      const published = await publish({ base, account, notifications, tools })
      for (const [place, index] of open.entries()) results[index] = published[place]
    }
    const quota = results.find((result) => result?.kind === 'held' && result.reason.endsWith('quota_used_up'))
    if (quota?.kind === 'held') tools.cache.set(quotaKey, quota, quota.until)
    return results.map((result): ChannelResult => result ?? { kind: 'retry', reason: 'no_answer_for_this_part' })
  },

  async ask(url, { service_account }, tools) {
    const base = baseOf(tools.endpoint)
    const token = await findToken(service_account as ServiceAccount, base, tools)
    if ('result' in token) {
      const { status, message } = token.result.response ?? { status: 502, message: 'There is no token.' }
      return { status, text: message, header: () => undefined }
    }
    const headers = { authorization: `Bearer ${token.token}` }
    const path = `/v3/urlNotifications/metadata?url=${encodeURIComponent(url)}`
    return tools.fetch(base + path, { method: 'GET', headers })
  },
})

/** The operator may have set the base URL of the API, or the URL of one of its methods. */
const baseOf = (endpoint: string): string => endpoint.replace(/\/(v3\/urlNotifications:publish|batch)?\/*$/, '')

/** The result of each notification; undefined where the response has none. */
async function publish(request: PublishRequest): Promise<(ChannelResult | undefined)[]> {
  const { base, account, notifications, tools } = request
  const holder = accountKey(account)
  for (let refreshed = false; ; refreshed = true) {
    const token = await findToken(account, base, tools)
    if ('result' in token) return notifications.map(() => token.result)
    const response = await post(request, token.token)
    const isBatch = notifications.length > 1
    const parts = isBatch && response.status === 200 ? partsOf(response, notifications.length) : undefined
    const isStale = response.status === 401 || parts?.some((part) => part?.status === 401)
    if (isStale) forgetToken(account, tools)
    if (response.status === 401 && !refreshed) continue
    if (parts === undefined) {
      const { status, text } = response
      const result = readGoogleResponse({ status, text }, tools.now(), holder)
      return notifications.map(() => result)
    }
    return parts.map((part) => part && readGoogleResponse(part, tools.now(), holder))
  }
}

function partsOf(response: HttpResponse, count: number) {
  const parts = readBatch(response.header('content-type') ?? '', response.text)
  return Array.from({ length: count }, (_, index) => parts.get(index + 1))
}

function post({ base, notifications, tools }: PublishRequest, token: string): Promise<HttpResponse> {
  const authorization = `Bearer ${token}`
  const [only, ...more] = notifications
  if (more.length === 0)
    return tools.fetch(`${base}/v3/urlNotifications:publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(only),
    })
  const { contentType, body } = writeBatch(notifications)
  return tools.fetch(`${base}/batch`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization },
    body,
    maxBytes: maxBatchBytes,
  })
}
