import type { FastifyReply } from 'fastify'
import { followScript } from './follow-script.ts'
import type { ServeEngine } from './load-engines.ts'
import { textOf } from './text-of.ts'

/** The key that this engine knows. Real ones have the same form. */
const bingKey = 'b1465a6d0c2e4f38a7d95e02c8f4136b'

const maxUrls = 500
const perDay = 10_000
const perMonth = 300_000

type Refusal = { status: number; code: number; message: string }

const refused = (status: number, code: number, message: string): Refusal => ({
  status,
  code,
  message: `ERROR!!! ${message}`,
})
/** ApiErrorCode, learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.apierrorcode */
const invalidKey = refused(400, 3, 'InvalidApiKey')
const invalidUrl = (url: string) => refused(400, 7, `InvalidUrl: ${url}`)
const invalidParameter = (what: string) => refused(400, 8, `InvalidParameter: ${what}`)
const notAuthorized = refused(400, 14, 'NotAuthorized')

/** The URL submission part of the Bing Webmaster API: a batch of URLs of one site, and the quota that is left. */
export const serve: ServeEngine = (app, { received, script, now }) => {
  const used = new Map<string, number>()
  const periods = (site: string): [day: string, month: string] => {
    const date = new Date(now()).toISOString()
    return [`${site} ${date.slice(0, 10)}`, `${site} ${date.slice(0, 7)}`]
  }
  const left = (site: string) => {
    const [day, month] = periods(site)
    return {
      day: Math.max(0, (script.quota().day ?? perDay) - (used.get(day) ?? 0)),
      month: Math.max(0, (script.quota().month ?? perMonth) - (used.get(month) ?? 0)),
    }
  }
  const send = (reply: FastifyReply, { status, code, message }: Refusal) =>
    reply.code(status).send({ ErrorCode: code, Message: message })
  const siteFault = (key: string | undefined, site: string): Refusal | undefined => {
    if (key !== bingKey) return invalidKey
    if (!/^https?:$/.test(URL.parse(site)?.protocol ?? '')) return invalidParameter('siteUrl')
    return script.isForbidden(new URL(site).host) ? notAuthorized : undefined
  }

  const submit = async (key: string | undefined, contentType: string, text: string, reply: FastifyReply) => {
    const asked = readBatch(contentType, text)
    const { siteUrl = '', urlList = [] } = typeof asked === 'string' ? {} : asked
    const host = URL.parse(siteUrl)?.host ?? ''
    const noted = { engine: 'bing', asked: 'submit', host, key: (key ?? '').slice(-4), urls: urlList }
    const scripted = script.next(host)
    if (scripted !== undefined)
      return followScript(received, noted, scripted, reply, (_status, code, message) => ({
        ErrorCode: Number(code ?? 1),
        Message: `ERROR!!! ${message}`,
      }))
    const fault = typeof asked === 'string' ? invalidParameter(asked) : (siteFault(key, siteUrl) ?? batchFault(asked))
    const rest = left(siteUrl)
    const over =
      urlList.length > Math.min(rest.day, rest.month)
        ? refused(400, 2, `Quota remaining for today: ${rest.day}, Submitted: ${urlList.length}`)
        : undefined
    const refusal = fault ?? over
    received.note({ ...noted, status: refusal?.status ?? 200, errorCode: refusal && String(refusal.code) })
    if (refusal !== undefined) return send(reply, refusal)
    for (const period of periods(siteUrl)) used.set(period, (used.get(period) ?? 0) + urlList.length)
    return reply.send({ d: null })
  }

  const batchFault = ({ siteUrl, urlList }: { siteUrl: string; urlList: string[] }): Refusal | undefined => {
    if (urlList.length > maxUrls) return invalidParameter(`urlList holds more than ${maxUrls} URLs`)
    const site = new URL(siteUrl)
    const bad = urlList.find((url) => URL.parse(url)?.host !== site.host || script.isRefused(url))
    return bad === undefined ? undefined : invalidUrl(bad)
  }

  // Both spellings are in use.
  for (const name of ['SubmitUrlBatch', 'SubmitUrlbatch'])
    app.post(`/webmaster/api.svc/json/${name}`, (request, reply) =>
      submit(
        (request.query as { apikey?: string }).apikey,
        request.headers['content-type'] ?? '',
        textOf(request.body),
        reply,
      ),
    )

  app.get('/webmaster/api.svc/json/GetUrlSubmissionQuota', async (request, reply) => {
    const { apikey, siteUrl = '' } = request.query as { apikey?: string; siteUrl?: string }
    const fault = siteFault(apikey, siteUrl)
    received.note({
      engine: 'bing',
      asked: 'quota',
      host: URL.parse(siteUrl)?.host ?? '',
      key: (apikey ?? '').slice(-4),
      urls: [],
      status: fault?.status ?? 200,
    })
    if (fault !== undefined) return send(reply, fault)
    const { day, month } = left(siteUrl)
    return reply.send({
      d: { __type: 'UrlSubmissionQuota:#Microsoft.Bing.Webmaster.Api', DailyQuota: day, MonthlyQuota: month },
    })
  })

  return { credentials: () => ({ api_key: bingKey }), clear: () => used.clear() }
}

function readBatch(contentType: string, text: string): { siteUrl: string; urlList: string[] } | string {
  if (!/^application\/json\b/i.test(contentType)) return 'Content-Type'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'the body is not JSON'
  }
  const { siteUrl, urlList } = (value ?? {}) as Record<string, unknown>
  if (typeof siteUrl !== 'string') return 'siteUrl'
  if (!Array.isArray(urlList) || urlList.length === 0 || !urlList.every((url) => typeof url === 'string'))
    return 'urlList'
  return { siteUrl, urlList: urlList as string[] }
}
