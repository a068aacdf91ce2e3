import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { connectMcp, type Mcp } from '@pagebell/testing/connect-mcp'
import { type Gateway, startGateway } from './start-gateway.ts'

// How much a tool takes and answers, and what it answers at a limit. The limits of the endpoint itself: mcp.test.ts.

let gateway: Gateway
let mcp: Mcp
beforeAll(async () => {
  gateway = await startGateway()
  gateway.projects.add(gateway.account.account_id, 'example.com')
  mcp = await connectMcp(`http://127.0.0.1:${gateway.port}`, gateway.accounts.addKey(gateway.account).secret)
})
afterAll(async () => {
  await mcp?.[Symbol.asyncDispose]()
  await gateway?.[Symbol.asyncDispose]()
})

it('rate_page answers the limit of the plan, and when to try again', async () => {
  const [code, retryAfterSeconds] = ['analysis_limit_reached', 40]
  const refusal = fault('rate_limited', 'This account can ask for 3 analyses a minute.', { code, retryAfterSeconds })
  gateway.reports.state.refusal = refusal
  const { isError, data } = await mcp.call('rate_page', { url: 'https://example.com/' })
  const problem = { status: 429, code, detail: refusal.message, retry_after_seconds: retryAfterSeconds }
  expect([isError, data]).toMatchObject([true, { problem }])
})

it('compare_runs has up to 25 checks of each kind of difference, and says how many are left out', async () => {
  const report = gateway.reports.add(gateway.account.account_id, 'https://example.com/').id
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ check: `check-${n}` }))
  gateway.reports.state.differences = { worse: many(30), better: many(27), values: [] }
  const { data } = await mcp.call('compare_runs', { report })
  const { worse, better } = data['checks'] as { worse: object[]; better: object[] }
  expect([worse.length, better.length, data['checks_left_out']]).toEqual([25, 25, 7])
})

it('submit_urls takes 1,000 URLs and no more', async () => {
  const urls = Array.from({ length: 1_001 }, (_, n) => `https://example.com/${n}`)
  const { isError, data } = await mcp.call('submit_urls', { urls })
  expect([isError, data]).toMatchObject([true, { problem: { status: 422 } }])
  expect(data).toMatchObject({ problem: { errors: { urls: ['must have at most 1000 items'] } } })
  expect(gateway.submissions.submitted).toEqual([])
  expect((await mcp.call('submit_urls', { urls: urls.slice(1) })).data['accepted']).toBe(1_000)
})

it('explain_url has the ten newest deliveries', async () => {
  const url = 'https://example.com/often'
  for (let n = 0; n < 12; n++) gateway.deliveries.add(gateway.account.account_id, 'example.com', url)
  expect((await mcp.call('explain_url', { url })).data['deliveries']).toHaveLength(10)
})

it('explain_url answers what is known while another page of the account is being checked', async () => {
  const url = 'https://example.com/busy'
  gateway.pages.state.isChecking = true
  const { isError, data } = await mcp.call('explain_url', { url })
  expect([isError, data]).toMatchObject([false, { url, robots: 'unknown', now: { not_checked: 'rate_limited' } }])
  expect(data['summary']).toContain('It was not checked now (rate_limited).')
})
