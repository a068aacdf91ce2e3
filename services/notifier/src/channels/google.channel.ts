import { googleSettings } from '@pagebell/channel-settings/google-settings'
import { type ChannelTools, defineChannel, type EngineAnswer, type Outcome } from '../channel.ts'
import { readGoogleAnswer } from '../google-answer.ts'
import { type Notification, readBatch, writeBatch } from '../google-batch.ts'
import { accountName, forgetToken, googleTokenOf, type ServiceAccount } from '../google-token.ts'
import { lookForJobs } from '../look-for-jobs.ts'

/** A hundred answers, pretty-printed, are 80 KB. */
const mostBatchBytes = 1_000_000

type Asking = { base: string; account: ServiceAccount; notifications: Notification[]; tools: ChannelTools }

/** https://developers.google.com/search/apis/indexing-api/v3/using-api: one publish, or up to 100 in a batch, each for itself. */
export default defineChannel({
  id: 'google',
  title: 'Google Indexing API',
  mostUrls: 100,
  settings: googleSettings,

  async send({ action, urls }, { service_account, gate }, tools) {
    const account = service_account as ServiceAccount
    const usedUp = `google quota ${accountName(account)}`
    const held = tools.memory.get<Outcome>(usedUp)
    if (held !== undefined) return held

    // A page that is gone has nothing left to look at.
    const outcomes = gate && action === 'update' ? await lookForJobs(urls, tools) : urls.map(() => undefined)
    const open = [...urls.keys()].filter((index) => outcomes[index] === undefined)
    if (open.length > 0) {
      const type = action === 'delete' ? 'URL_DELETED' : 'URL_UPDATED'
      const notifications = open.map((index): Notification => ({ url: urls[index] ?? '', type }))
      const base = baseOf(tools.endpoint)
      const answers = await publish({ base, account, notifications, tools })
      for (const [place, index] of open.entries()) outcomes[index] = answers[place]
    }
    const quota = outcomes.find((one) => one?.kind === 'held' && one.reason.endsWith('quota_used_up'))
    if (quota?.kind === 'held') tools.memory.set(usedUp, quota, quota.until)
    return outcomes.map((one): Outcome => one ?? { kind: 'retry', reason: 'no_answer_for_this_part' })
  },

  async ask(url, { service_account }, tools) {
    const base = baseOf(tools.endpoint)
    const token = await googleTokenOf(service_account as ServiceAccount, base, tools)
    if ('outcome' in token) {
      const { status, message } = token.outcome.words ?? { status: 502, message: 'There is no token.' }
      return { status, text: message, header: () => undefined }
    }
    const headers = { authorization: `Bearer ${token.token}` }
    const path = `/v3/urlNotifications/metadata?url=${encodeURIComponent(url)}`
    return tools.fetch(base + path, { method: 'GET', headers })
  },
})

/** The operator may have set the address of the whole API, or that of one of its calls. */
const baseOf = (endpoint: string): string => endpoint.replace(/\/(v3\/urlNotifications:publish|batch)?\/*$/, '')

/** The outcome of each notification; where Google did not say, none. */
async function publish(asking: Asking): Promise<(Outcome | undefined)[]> {
  const { base, account, notifications, tools } = asking
  for (let refreshed = false; ; refreshed = true) {
    const token = await googleTokenOf(account, base, tools)
    if ('outcome' in token) return notifications.map(() => token.outcome)
    const answer = await ask(asking, token.token)
    const isBatch = notifications.length > 1
    const parts = isBatch && answer.status === 200 ? partsOf(answer, notifications.length) : undefined
    const isStale = answer.status === 401 || parts?.some((part) => part?.status === 401)
    if (isStale) forgetToken(account, tools)
    if (answer.status === 401 && !refreshed) continue
    if (parts === undefined) {
      const { status, text } = answer
      const outcome = readGoogleAnswer({ status, text }, tools.now())
      return notifications.map(() => outcome)
    }
    return parts.map((part) => part && readGoogleAnswer(part, tools.now()))
  }
}

function partsOf(answer: EngineAnswer, count: number) {
  const read = readBatch(answer.header('content-type') ?? '', answer.text)
  return Array.from({ length: count }, (_, index) => read.get(index + 1))
}

function ask({ base, notifications, tools }: Asking, token: string): Promise<EngineAnswer> {
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
    mostBytes: mostBatchBytes,
  })
}
