import { indexNowKey, indexNowSettings } from '@pagebell/channel-settings/indexnow-settings'
import { Type } from '@pagebell/schema/type'
import { type Batch, defineChannel, type EngineAnswer, type Outcome } from '../channel.ts'
import { judgeKeyFile } from '../judge-key-file.ts'
import { readRetryAfter } from '../read-retry-after.ts'

type Key = { key: string; key_location?: string }

/** https://www.indexnow.org/documentation: key form, one host a body, at most 10,000 URLs, meaning of the answers. */
export default defineChannel({
  id: 'indexnow',
  title: 'IndexNow',
  mostUrls: 10_000,
  // Every host of a project has a key, set or not.
  settings: Type.Object({ ...indexNowSettings.properties, key: indexNowKey }),

  endpoints: ({ endpoint, fallback_endpoint }) => ({ own: endpoint, fallback: fallback_endpoint }),

  async send(batch, settings, { endpoint, fetch }) {
    const outside = batch.urls.map((url) => isOutside(url, settings.key_location))
    const urls = batch.urls.filter((_, index) => !outside[index])
    const refused: Outcome = { kind: 'rejected', reason: 'outside_key_location', divisible: false }
    if (urls.length === 0) return refused

    // The protocol has no action: deleted pages are told in the same way.
    const body = { host: batch.host, key: settings.key, keyLocation: locationToTell(batch, settings), urlList: urls }
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const told = readAnswer(await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) }))
    return urls.length === batch.urls.length ? told : outside.map((isOut) => (isOut ? refused : told))
  },

  async verify({ host, url }, settings, { fetch }) {
    const location = settings.key_location ?? rootLocation(host, [url], settings.key)
    return judgeKeyFile(location, settings.key, await fetch(location))
  },
})

/** A key file speaks for the folder it stands in and what is below it. */
function isOutside(url: string, keyLocation: string | undefined): boolean {
  if (keyLocation === undefined) return false
  const folder = new URL('.', keyLocation).pathname
  return !new URL(url).pathname.startsWith(folder)
}

/** At the root the engines look by themselves, but not at that of a host with a port. Saying it is right for all. */
function locationToTell({ host, urls }: Batch, { key, key_location }: Key): string {
  return key_location ?? rootLocation(host, urls, key)
}

function rootLocation(host: string, urls: string[], key: string): string {
  const scheme = urls.some((url) => url.startsWith('https:')) ? 'https' : 'http'
  return `${scheme}://${host}/${key}.txt`
}

function readAnswer(answer: EngineAnswer): Outcome {
  const { status, text } = answer
  const words = { status, message: text }
  const code = errorCode(text)
  const reason = code === undefined ? `http_${status}` : code
  if (status === 200 || status === 202) return { kind: 'delivered', words }
  if (status === 403 && code === 'SiteVerificationNotCompleted')
    return { kind: 'unverified', reason: 'key_unverified', words }
  if (status === 429)
    return { kind: 'paused', reason: 'rate_limited', ...readRetryAfter(answer.header('retry-after')), words }
  if (status >= 500) return { kind: 'retry', reason, ...readRetryAfter(answer.header('retry-after')), words }
  return { kind: 'rejected', reason, divisible: status === 400 || status === 422, words }
}

function errorCode(text: string): string | undefined {
  try {
    const { errorCode: code } = (JSON.parse(text) ?? {}) as { errorCode?: unknown }
    return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined
  } catch {
    // A proxy's page or a cut answer: the status has to say it all.
    return undefined
  }
}
