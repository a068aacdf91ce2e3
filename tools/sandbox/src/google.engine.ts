import type { FastifyReply, FastifyRequest } from 'fastify'
import { followScript } from './follow-script.ts'
import { keepGoogleAccounts } from './google-account.ts'
import { keepGoogleQuota } from './google-quota.ts'
import { keepGoogleTokens } from './google-tokens.ts'
import { type GoogleAnswer, type GoogleLaws, googleError, judgePublish, type Notification } from './judge-google.ts'
import type { ServeEngine } from './load-engines.ts'
import { type Part, readMultipart } from './read-multipart.ts'
import { textOf } from './text-of.ts'

/** https://developers.google.com/search/apis/indexing-api/v3/using-api#batching */
const maxParts = 100
const publishPath = '/v3/urlNotifications:publish'

type Call = { asked: string; urls: string[] }
type Answer = GoogleAnswer & { taken?: Notification[]; type?: string }

/** The Indexing API with its token endpoint: publish, publish a batch, get the metadata of a URL. */
export const serve: ServeEngine = (app, { received, script, now }) => {
  const accounts = keepGoogleAccounts()
  const tokens = keepGoogleTokens(accounts, now)
  const quota = keepGoogleQuota(script.quota, now)

  app.post('/token', async (request, reply) => {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
    const answer = await tokens.exchange(new URLSearchParams(isForm ? textOf(request.body) : ''))
    const status = 'error' in answer ? 400 : 200
    const key = 'error' in answer ? '' : answer.signer
    received.note({ engine: 'google', asked: 'token', host: '', key, urls: [], status })
    return reply.code(status).send('error' in answer ? answer : answer.token)
  })

  const lawsFor = (clientEmail: string): GoogleLaws => ({
    take: () => quota.take(accounts.projectOf(clientEmail)),
    isOwned: (host) => !script.isForbidden(host),
    isRefused: script.isRefused,
  })

  /** Handles script, authentication and recording of a request; `work` does the rest. */
  async function withOwner(request: FastifyRequest, reply: FastifyReply, call: Call, work: (owner: string) => Answer) {
    const host = URL.parse(call.urls[0] ?? '')?.host ?? ''
    const owner = tokens.ownerOf(request.headers.authorization)
    const noted = { engine: 'google', ...call, host, key: owner ?? '' }
    const scripted = script.next(host)
    if (scripted !== undefined)
      return followScript(
        received,
        noted,
        scripted,
        reply,
        (status, _code, message) => googleError(status, message).body,
      )
    const answer: Answer = owner === undefined ? unauthenticated() : work(owner)
    received.note({ ...noted, urls: answer.taken ?? [], about: call.urls.length, status: answer.status })
    return reply
      .code(answer.status)
      .type(answer.type ?? 'application/json; charset=utf-8')
      .send(answer.body)
  }

  app.post('/v3/urlNotifications::publish', (request, reply) => {
    const text = textOf(request.body)
    return withOwner(request, reply, { asked: 'publish', urls: urlsOf([text]) }, (owner) => {
      const { taken, ...answer } = judgePublish(request.headers['content-type'] ?? '', text, lawsFor(owner))
      return { ...answer, ...(taken && { taken: [taken] }) }
    })
  })

  app.post('/batch', (request, reply) => {
    const parts = readMultipart(request.headers['content-type'] ?? '', textOf(request.body))
    const bodies = typeof parts === 'string' ? [] : parts.map(({ body }) => body)
    return withOwner(request, reply, { asked: 'batch', urls: urlsOf(bodies) }, (owner) => {
      if (typeof parts === 'string') return googleError(400, parts)
      if (parts.length === 0 || parts.length > maxParts)
        return googleError(400, `The batch has ${parts.length} parts; it may have 1 to ${maxParts}.`)
      const answers = parts.map((part) => ({ part, ...judgePart(part, lawsFor(owner)) }))
      const taken = answers.flatMap((answer) => answer.taken ?? [])
      return { status: 200, ...writeMultipart(answers), taken }
    })
  })

  app.get('/v3/urlNotifications/metadata', (request, reply) => {
    const { url = '' } = request.query as { url?: string }
    return withOwner(request, reply, { asked: 'metadata', urls: [url] }, () => {
      if (!URL.canParse(url)) return googleError(400, "Invalid attribute. 'url' is not in standard URL format")
      if (script.isForbidden(new URL(url).host))
        return googleError(403, 'Permission denied. Failed to verify the URL ownership.')
      const known = received.urls().findLast((one) => one.engine === 'google' && one.url === url)
      if (known === undefined) return googleError(404, 'Requested entity was not found.')
      const name = known.type === 'URL_DELETED' ? 'latestRemove' : 'latestUpdate'
      return { status: 200, body: { url, [name]: { url, type: known.type, notifyTime: known.at } } }
    })
  })

  return {
    credentials: (project, url) => accounts.of(project, `${url}/token`),
    expireTokens: tokens.expireAll,
    clear: () => quota.clear(),
  }
}

const unauthenticated = () =>
  googleError(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.')

type PartAnswer = ReturnType<typeof judgePublish>

function judgePart({ method, path, contentType, body }: Part, laws: GoogleLaws): PartAnswer {
  if (path !== publishPath) return googleError(404, 'Requested entity was not found.')
  if (method !== 'POST') return googleError(400, 'The method is not POST.')
  return judgePublish(contentType, body, laws)
}

function writeMultipart(answers: (PartAnswer & { part: Part })[]): { type: string; body: string } {
  const boundary = `batch_${crypto.randomUUID()}`
  const sections = answers.map(({ part, status, body }) =>
    [
      `--${boundary}`,
      'Content-Type: application/http',
      `Content-ID: ${part.contentId.replace(/^<?/, '<response-').replace(/>?$/, '>')}`,
      '',
      `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Refused'}`,
      'Content-Type: application/json; charset=UTF-8',
      '',
      JSON.stringify(body, null, 2),
      '',
    ].join('\r\n'),
  )
  return { type: `multipart/mixed; boundary=${boundary}`, body: `${sections.join('')}--${boundary}--` }
}

/** Only for the record; the URL is empty if the body is not a notification. */
function urlsOf(bodies: string[]): string[] {
  return bodies
    .flatMap((body) => /"url"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1] ?? [])
    .map((text) => JSON.parse(text) as string)
}
