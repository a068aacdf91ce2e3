import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway
let projectId: string

beforeAll(async () => {
  gateway = await startGateway()
  projectId = gateway.projects.add(gateway.account.account_id, 'example.com').project_id
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const post = (payload: object) =>
  gateway.ask({
    method: 'POST',
    url: '/api/v1/projects/example.com/pages/check',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

describe('the pages of a project', () => {
  it('are listed with what was announced of them', async () => {
    const at = '2026-11-21T10:00:00.000Z'
    const announced = [{ channel: 'indexnow', state: 'live', at }]
    const kept = { url: 'https://example.com/a', state: 'live', seen_at: at, announced }
    gateway.pages.kept.set(projectId, [{ ...kept, status: 200 }])
    const answer = await gateway.ask('/api/v1/projects/example.com/pages')
    expect(answer.json()).toMatchObject({
      data: [{ ...kept, status: 200, changed_at: null, target: null, words: null }],
      meta: { next_cursor: null },
    })
  })

  it('are found by a URL in any spelling', async () => {
    const page = { state: 'live', seen_at: '2026-11-21T10:00:00.000Z', announced: [] }
    const urls = ['https://example.com/a', 'https://example.com/b']
    gateway.pages.kept.set(
      projectId,
      urls.map((url) => ({ ...page, url })),
    )
    const list = '/api/v1/projects/example.com/pages?url='
    expect((await gateway.ask(`${list}HTTPS://example.com:443/b%23top`)).json()).toMatchObject({
      data: [{ url: urls[1] }],
    })
    expect((await gateway.ask(`${list}nowhere`)).json()).toMatchObject({
      status: 422,
      errors: { url: expect.anything() },
    })
  })

  it('are looked at on request, by their normalised URLs', async () => {
    const answer = await post({ urls: ['HTTPS://WWW.example.com/a#top'] })
    expect(answer.json()).toMatchObject({ data: [{ url: 'https://www.example.com/a', reason: 'unchanged' }] })
    expect(gateway.pages.tried.at(-1)).toMatchObject({ channel: 'indexnow', action: 'update', project: 'example.com' })
  })

  it('are not looked at if they are on another site', async () => {
    const answer = await post({ urls: ['https://example.org/'] })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { urls: ['must be on example.com or a subdomain of it'] } })
    expect(gateway.pages.tried.some(({ urls }) => urls.some((url) => url.includes('example.org')))).toBe(false)
  })

  it('are checked before they are announced once the project says that', async () => {
    const url = '/api/v1/projects/example.com'
    const headers = { 'content-type': 'application/json' }
    const changed = await gateway.ask({ method: 'PATCH', url, headers, payload: '{"preflight":true}' })
    expect(changed.json()).toMatchObject({ data: { project: 'example.com', preflight: true } })
    const wrong = await gateway.ask({ method: 'PATCH', url, headers, payload: '{"preflight":"soon"}' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({ errors: { preflight: [expect.any(String)] } })
  })
})

describe('the blocks that change by themselves', () => {
  const url = '/api/v1/projects/example.com/pages/changing-blocks'

  it('are listed, and one that counts again is listed no more', async () => {
    const block = {
      id: crypto.randomUUID(),
      path: 'main>p.views',
      url: 'https://example.com/a',
      found_at: '2026-11-21T10:00:00.000Z',
    }
    gateway.pages.blocks.push(block)
    expect((await gateway.ask(url)).json()).toEqual({ data: [block], status: 200 })
    const counted = await gateway.ask({ method: 'DELETE', url: `${url}/${block.id}` })
    expect(counted.json()).toEqual({ id: block.id, object: 'changing_block', deleted: true, status: 200 })
    expect((await gateway.ask(url)).json()).toMatchObject({ data: [] })
    expect((await gateway.ask({ method: 'DELETE', url: `${url}/${block.id}` })).statusCode).toBe(404)
  })
})
