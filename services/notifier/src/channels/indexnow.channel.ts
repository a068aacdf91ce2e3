import { indexNowKey, indexNowSettings } from '@pagebell/channel-settings/indexnow-settings'
import { Type } from '@pagebell/schema/type'
import { type Batch, type ChannelResult, defineChannel, type HttpResponse, type SitePage } from './channel.ts'
import { readJsonFields, readRetryAfter } from './engine-response.ts'

type Key = { key: string; key_location?: string }

/**
 * https://www.indexnow.org/documentation: form of the key, one host a body, at most 10,000 URLs, meaning of the
 * statuses.
 */
export default defineChannel({
  id: 'indexnow',
  maxUrls: 10_000,
  // Every host of a project has a key, set or not.
  settings: Type.Object({ ...indexNowSettings.properties, key: indexNowKey }),

  endpoints: ({ endpoint, fallback_endpoint }) => ({ override: endpoint, fallback: fallback_endpoint }),

  async send(batch, settings, { endpoint, fetch }) {
    const outside = batch.urls.map((url) => isOutside(url, settings.key_location))
    const urls = batch.urls.filter((_, index) => !outside[index])
    const refused: ChannelResult = { kind: 'rejected', reason: 'outside_key_location', divisible: false }
    if (urls.length === 0) return refused

    // The protocol has no action: deleted pages are submitted in the same way.
    const body = { host: batch.host, key: settings.key, keyLocation: keyLocation(batch, settings), urlList: urls }
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const result = readResponse(await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) }))
    return urls.length === batch.urls.length ? result : outside.map((isOut) => (isOut ? refused : result))
  },

  async verify(site, settings, { fetch }) {
    const { key, location } = proofOf(site, settings)
    return validateKeyFile(location, key, await fetch(location))
  },

  proof: proofOf,
})

function proofOf({ host, url }: { host: string; url: string }, { key, key_location }: Key) {
  return { key, location: key_location ?? rootLocation(host, [url], key) }
}

/** A key file covers its own folder and what is below it. */
function isOutside(url: string, location: string | undefined): boolean {
  if (location === undefined) return false
  const folder = new URL('.', location).pathname
  return !new URL(url).pathname.startsWith(folder)
}

/** Engines default to the root of the host, but not where the host has a port; an explicit location works for all. */
function keyLocation({ host, urls }: Batch, { key, key_location }: Key): string {
  return key_location ?? rootLocation(host, urls, key)
}

function rootLocation(host: string, urls: string[], key: string): string {
  const scheme = urls.some((url) => url.startsWith('https:')) ? 'https' : 'http'
  return `${scheme}://${host}/${key}.txt`
}

function readResponse({ status, text, header }: HttpResponse): ChannelResult {
  const response = { status, message: text }
  const code = errorCode(text)
  const reason = code === undefined ? `http_${status}` : code
  if (status === 200 || status === 202) return { kind: 'delivered', response }
  if (status === 403 && code === 'SiteVerificationNotCompleted')
    return { kind: 'unverified', reason: 'key_unverified', response }
  if (status === 429)
    return { kind: 'paused', reason: 'rate_limited', ...readRetryAfter(header('retry-after')), response }
  if (status === 408 || status >= 500)
    return { kind: 'retry', reason, ...readRetryAfter(header('retry-after')), response }
  return { kind: 'rejected', reason, divisible: [400, 413, 422].includes(status), response }
}

function errorCode(text: string): string | undefined {
  const { errorCode: code } = readJsonFields(text)
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined
}

/** Words on the pages of firewalls and bot checks. */
const firewallWords =
  /cf-chl|cloudflare|captcha|attention required|access denied|incapsula|akamai|ddos|are you (a )?(human|robot)|just a moment/i

/**
 * Why an engine that fetches this key file would not accept the key; undefined if it would. The specification requires
 * status 200, text/plain, UTF-8 and nothing but the key (https://www.indexnow.org/documentation).
 */
export function validateKeyFile(location: string, key: string, file: SitePage): string | undefined {
  const isPage = /^text\/html\b|^application\/xhtml/i.test(file.contentType) || /^\s*<(!doctype|html)/i.test(file.body)
  if (isPage && (file.status !== 200 || !file.body.includes(key)) && firewallWords.test(file.body))
    return `${location} is answered by a firewall or bot check (status ${file.status}) in place of the key file. Let engines through to it.`
  if (file.status >= 300 && file.status < 400)
    return `${location} redirects (${file.status}); the file has to stand there.`
  if (file.status !== 200) return `${location} answers ${file.status}, not 200.`
  if (isPage) return `${location} is an HTML page, not the key file.`
  if (!/^text\/plain\b/i.test(file.contentType))
    return `${location} is ${file.contentType === '' ? 'of no type' : file.contentType.slice(0, 100)}, not text/plain.`
  if (file.body.startsWith('\ufeff'))
    return `${location} begins with a byte order mark; it has to hold exactly the key.`
  if (file.body !== key) {
    const padded = file.body.trim() === key ? ': there is white space around it' : ''
    return `${location} does not hold exactly the key${padded}.`
  }
  return undefined
}
