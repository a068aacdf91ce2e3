import type { FastifyReply } from 'fastify'
import { followScript } from './follow-script.ts'
import { judgeForm, judgeKeyFile, readSubmission, type Submission, type Verdict } from './judge-indexnow.ts'
import type { EngineTools, ServeEngine } from './load-engines.ts'
import { textOf } from './text-of.ts'

/** The IndexNow endpoint: one URL by GET, a set of URLs by POST, nothing else. */
export const serve: ServeEngine = (app, engine) => {
  app.post('/indexnow', async (request, reply) => {
    if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(request.headers['content-type'] ?? ''))
      return refuse(reply, {
        status: 415,
        errorCode: 'UnsupportedMediaType',
        message: 'Send application/json; charset=utf-8.',
      })
    return answer(engine, readSubmission(textOf(request.body)), reply)
  })

  app.get('/indexnow', async (request, reply) => {
    const { url, key, keyLocation } = request.query as Record<string, string | undefined>
    const host = URL.parse(url ?? '')?.host
    if (url === undefined || host === undefined || key === undefined)
      return answer(engine, 'url or key is missing or malformed.', reply)
    return answer(engine, { host, key, urlList: [url], ...(keyLocation !== undefined && { keyLocation }) }, reply)
  })

  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/indexnow',
    handler: (_request, reply) => {
      reply.header('allow', 'GET, POST')
      return refuse(reply, { status: 405, errorCode: 'MethodNotAllowed', message: 'GET or POST.' })
    },
  })

  return {}
}

async function answer(engine: EngineTools, submission: Submission | string, reply: FastifyReply) {
  if (typeof submission === 'string')
    return refuse(reply, { status: 400, errorCode: 'BadRequest', message: submission })

  const scripted = engine.script.next(submission.host)
  if (scripted !== undefined)
    return followScript(engine.received, { ...submission, urls: submission.urlList }, scripted, reply, errorBody)

  const verdict = await judge(engine, submission)
  engine.received.note({ ...submission, urls: submission.urlList, ...verdict })
  return verdict.status < 300 ? reply.code(verdict.status).send() : refuse(reply, verdict)
}

async function judge({ script, keyFile }: EngineTools, submission: Submission): Promise<Verdict> {
  const fault = judgeForm(submission)
  if (fault !== undefined) return fault
  const refused = submission.urlList.find(script.isRefused)
  if (refused !== undefined)
    return { status: 422, errorCode: 'InvalidRequestParameters', message: `${refused} is refused.` }
  if (script.isPending(submission.host))
    return { status: 403, errorCode: 'SiteVerificationNotCompleted', message: 'The key file has not been fetched yet.' }
  return keyFile === undefined ? { status: 200 } : judgeKeyFile(submission, keyFile)
}

const refuse = (reply: FastifyReply, { status, errorCode, message }: Verdict) =>
  reply.code(status).send({ errorCode, message })

const errorBody = (status: number, errorCode: string | undefined, message: string) => ({
  errorCode: errorCode ?? `Status${status}`,
  message,
})
