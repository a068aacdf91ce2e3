import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Comment = { id: number; body: string; user: { type: 'Bot' | 'User' } }

/**
 * A server that plays GitHub's API for the comments of one pull request, number 7 of octo/site, as its reference describes it
 * (https://docs.github.com/rest/issues/comments). It is not GitHub: nothing else of it is there.
 */
export async function fakeGitHubApi() {
  const comments: Comment[] = []
  const state = { mayWrite: true }
  const token = 'ghs_of_this_test'
  let nextId = 1

  const add = (body: string, type: Comment['user']['type'] = 'Bot'): Comment => {
    const comment = { id: nextId++, body, user: { type } }
    comments.push(comment)
    return comment
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://api')
    if (headers.authorization !== `Bearer ${token}`) return [401, { message: 'Bad credentials' }]
    const list = pathname === '/repos/octo/site/issues/7/comments'
    if (list && method === 'GET') {
      const perPage = Number(searchParams.get('per_page') ?? 30)
      const start = (Number(searchParams.get('page') ?? 1) - 1) * perPage
      return [200, comments.slice(start, start + perPage)]
    }
    if (!state.mayWrite) return [403, { message: 'Resource not accessible by integration' }]
    const { body } = JSON.parse(await text(request)) as { body: string }
    if (list && method === 'POST') return [201, add(body)]
    const id = /^\/repos\/octo\/site\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]
    const comment = comments.find((one) => String(one.id) === id)
    if (method !== 'PATCH' || comment === undefined) return [404, { message: 'Not Found' }]
    comment.body = body
    return [200, comment]
  }

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    token,
    comments,
    state,
    add,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
