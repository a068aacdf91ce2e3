import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openHistory } from '../history.ts'
import { isRefused, readSubmission } from './judge-submission.ts'

/**
 * A strict search engine with moods. It writes each request and what it made of it before it answers, so that its history
 * is what it knows, whatever becomes of the answer.
 */
const history = openHistory(process.env['ENGINE_HISTORY'] ?? '')
let mood = 'well'
let requests = 0

const server = createServer((request, response) => {
  if (request.url === '/ready') return void response.end('ready')
  if (request.url?.startsWith('/mood/')) {
    mood = request.url.slice('/mood/'.length)
    history.write({ kind: 'mood', mood })
    return void response.end(mood)
  }
  void readBody(request).then(
    (body) => take(request, body, response),
    // A request that broke off before its end was never a request.
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
  history.write({ kind: 'request', number, verdict, mood, ...submission })
  if (verdict === 'busy') {
    response.setHeader('retry-after', '2')
    answer(response, 429, { errorCode: 'TooManyRequests', message: 'Later.' })
  } else if (verdict === 'broken') answer(response, 500, { errorCode: 'InternalError', message: 'Broken.' })
  else if (verdict === 'refused') answer(response, 422, { errorCode: 'InvalidRequestParameters', message: 'No.' })
  else if (mood === 'reset') response.socket?.resetAndDestroy()
  else if (mood === 'half') answerHalf(response)
  else if (verdict === 'taken') answer(response, 200)
}

/** Taken whole, refused whole, or not looked at. In the moods that spoil the answer alone, it is taken all the same. */
function judge(urls: string[]): 'taken' | 'refused' | 'busy' | 'broken' | 'ignored' {
  if (mood === 'busy' || mood === 'broken') return mood
  if (mood === 'hang') return 'ignored'
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
