import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openHistory } from '../history.ts'
import { isRefused, readSubmission } from './judge-submission.ts'

/**
 * A strict search engine with selectable behaviours. It records each request and its verdict before it responds, so that
 * the history is complete even if the response is lost.
 */
const history = openHistory(process.env['ENGINE_HISTORY'] ?? '')
let behaviour = 'normal'
let requests = 0

const server = createServer((request, response) => {
  if (request.url === '/ready') return void response.end('ready')
  if (request.url?.startsWith('/behaviour/')) {
    behaviour = request.url.slice('/behaviour/'.length)
    history.write({ kind: 'behaviour', behaviour })
    return void response.end(behaviour)
  }
  void readBody(request).then(
    (body) => take(request, body, response),
    // An incomplete request is not recorded.
    () => response.destroy(),
  )
})
server.listen(Number(process.env['ENGINE_PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

function take(request: IncomingMessage, body: string, response: ServerResponse): void {
  const number = ++requests
  const submission = readSubmission(request.headers['content-type'] ?? '', body)
  if (typeof submission === 'string') {
    history.write({ kind: 'request', number, verdict: 'malformed', why: submission, body: body.slice(0, 500) })
    answer(response, 400, { errorCode: 'BadRequest', message: submission })
    return
  }
  const verdict = judge(submission.urls)
  history.write({ kind: 'request', number, verdict, behaviour, ...submission })
  if (verdict === 'busy') {
    response.setHeader('retry-after', '2')
    answer(response, 429, { errorCode: 'TooManyRequests', message: 'Later.' })
  } else if (verdict === 'broken') answer(response, 500, { errorCode: 'InternalError', message: 'Broken.' })
  else if (verdict === 'refused') answer(response, 422, { errorCode: 'InvalidRequestParameters', message: 'No.' })
  else if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'half') answerHalf(response)
  else if (verdict === 'taken') answer(response, 200)
}

/** All URLs are taken or refused together. Behaviours that break only the response still take the request. */
function judge(urls: string[]): 'taken' | 'refused' | 'busy' | 'broken' | 'ignored' {
  if (behaviour === 'busy' || behaviour === 'broken') return behaviour
  if (behaviour === 'hang') return 'ignored'
  return urls.some(isRefused) ? 'refused' : 'taken'
}

function answer(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

function answerHalf(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 100 })
  response.write('half of it', () => response.socket?.destroy())
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
