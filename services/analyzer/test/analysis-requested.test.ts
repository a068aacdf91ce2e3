import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { wrap } from '@pagebell/broker/envelope'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Body } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { createLog } from '@pagebell/runtime/log'
import { readConfig } from '@pagebell/runtime/read-config'
import { rate } from '@pagebell/scoring/score'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'
import { config } from '../src/config.ts'
import { type Service, startService } from '../src/service.ts'

const log = createLog('analyzer-test', 'silent')
const rabbit = testBroker()
const analyzed: Body<typeof pageAnalyzed>[] = []
const progressed: Body<typeof analysisProgressed>[] = []
let site: Server
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let service: Service
let broker: Broker
let connection: ChannelModel
let channel: Channel

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/pdf' ? 'application/pdf' : 'text/html; charset=utf-8')
    if (request.url?.startsWith('/bells'))
      response.end('<!doctype html><html lang="en"><title>Bells</title><h1>Bells</h1>')
    else response.writeHead(request.url === '/pdf' ? 200 : 404).end('nothing')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const server = new URL(rabbit.url)
  proxy = await startTcpProxy(rabbit.url)
  server.host = `127.0.0.1:${proxy.port}`
  const env = {
    AMQP_URL: server.href,
    AMQP_PREFIX: rabbit.prefix,
    ANALYZER_HEALTH_PORT: '0',
    ANALYSES_AT_ONCE: '2',
    INTERNAL_TOKEN: 'the internal secret of this test',
    SITE_RUNS_AT_ONCE: '0',
    FETCH_ALLOW: '127.0.0.1/32',
  }
  service = await startService(readConfig(config, env), log)
  broker = await connectBroker({ url: rabbit.url, prefix: rabbit.prefix, log, service: 'report' })
  await broker.consume(pageAnalyzed, 'report', async (body) => void analyzed.push(body))
  await broker.consume(analysisProgressed, 'report', async (body) => void progressed.push(body))
  connection = await amqp.connect(rabbit.url)
  channel = await connection.createChannel()
})
afterAll(async () => {
  await connection.close()
  await broker[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await rabbit.cleanUp()
  site.close()
  await once(site, 'close')
})

const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
const answersTo = (id: string) => analyzed.filter(({ run_id }) => run_id === id)

async function request(url: string, runId: string = crypto.randomUUID()): Promise<string> {
  const body = { run_id: runId, report_id: crypto.randomUUID(), url }
  await broker.publish(analysisRequested, body, { id: runId })
  return runId
}

async function answerTo(runId: string, count = 1): Promise<Body<typeof pageAnalyzed>> {
  const [answer] = await until('the run is answered', () => answersTo(runId).length >= count && answersTo(runId))
  if (answer === undefined) throw new Error('There is no answer.')
  return answer
}

describe('analysis.requested', () => {
  it('is answered with a rating that can be recomputed, after the progress of each stage', async () => {
    const runId = await request(address('/bells'))
    const { rating, failure } = await answerTo(runId)
    expect(failure).toBeUndefined()
    const results = Object.entries(rating?.results ?? {}).map(([id, result]) => ({ ...result, id }))
    expect(rate(results as Parameters<typeof rate>[0])).toMatchObject({ score: rating?.score, result: rating?.result })
    expect(rating?.results).toMatchObject({ soft_404: { status: 'pass' }, title: { status: 'fail' } })
    const stages = () => progressed.filter(({ run_id }) => run_id === runId).map(({ stage }) => stage)
    await until('three stages are published', () => stages().length === 3)
    expect(stages().sort()).toEqual(['checking', 'fetching', 'parsing'])
  })

  it.each([
    ['blocked_address', () => 'http://10.0.0.1/'],
    ['not_html', () => address('/pdf')],
    ['refused', () => 'http://127.0.0.1:1/'],
  ])('of a page that cannot be rated is answered with %s', async (code, url) => {
    const { rating, failure } = await answerTo(await request(url()))
    expect([rating, failure?.code]).toEqual([undefined, code])
  })

  it('with a bad body is a dead letter', async () => {
    channel.publish(`${rabbit.prefix}pagebell`, 'analysis.requested.v1', Buffer.from('{"url":1}'), {
      contentType: 'application/json',
      messageId: crypto.randomUUID(),
    })
    const queue = `${rabbit.prefix}analyzer.analysis.requested.v1.dead`
    await until('there is a dead letter', () => channel.get(queue, { noAck: true }))
  })

  it('that has ended two processes alone is answered with a failure, and not tried again', async () => {
    const runId = crypto.randomUUID()
    const body = { run_id: runId, report_id: crypto.randomUUID(), url: address('/bells') }
    const { content, properties } = wrap(analysisRequested, body, runId, undefined)
    const headers = { ...properties.headers, 'x-ended-processes': 2 }
    channel.sendToQueue(`${rabbit.prefix}analyzer.analysis.requested.v1.alone`, content, { ...properties, headers })
    const { rating, failure } = await answerTo(runId)
    expect([rating, failure]).toEqual([undefined, { code: 'lost', message: expect.stringContaining('repeatedly') }])
    expect(progressed.filter(({ run_id }) => run_id === runId)).toEqual([])
  })

  it('twice is answered with the same rating under the same id', async () => {
    const runId = await request(address('/bells'))
    await request(address('/bells'), runId)
    await answerTo(runId, 2)
    expect(new Set(answersTo(runId).map(({ rating }) => rating?.score)).size).toBe(1)
  })

  it('is answered after its broker was away', async () => {
    proxy.cut()
    const runId = await request(address('/bells'))
    proxy.restore()
    expect((await answerTo(runId)).rating).toBeDefined()
  })
})
