import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import type { Body } from '@pagebell/messages/define-message'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import { startBombSite } from './start-bomb-site.ts'

type Answer = Body<typeof pageAnalyzed>

const rabbit = testBroker()
const answers = new Map<string, Answer>()
let site: Awaited<ReturnType<typeof startBombSite>>
let analyzer: ChildProcess
let broker: Broker
/** NODE_OPTIONS of every deployment. */
const { nodeOptions } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
let asUsual: Record<string, string>

beforeAll(async () => {
  site = await startBombSite()
  analyzer = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      NODE_OPTIONS: nodeOptions,
      AMQP_URL: rabbit.url,
      AMQP_PREFIX: rabbit.prefix,
      ANALYZER_HEALTH_PORT: '0',
      INTERNAL_TOKEN: 'a token of the bombs test',
      SITE_RUNS_AT_ONCE: '0',
      FETCH_ALLOW: '127.0.0.1/32',
      DNS_SERVERS: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await saysReady(analyzer)
  const log = createLog('bombs-test', 'silent')
  broker = await connectBroker({ url: rabbit.url, prefix: rabbit.prefix, log, service: 'report' })
  await broker.consume(pageAnalyzed, 'report', async (body) => void answers.set(body.run_id, body))
  asUsual = verdicts(await analyze('bells'))
}, 200_000)
afterAll(async () => {
  await broker?.[Symbol.asyncDispose]()
  if (analyzer?.exitCode === null && analyzer.signalCode === null) {
    analyzer.kill()
    await once(analyzer, 'exit')
  }
  await site?.[Symbol.asyncDispose]()
  await rabbit.cleanUp()
})

async function saysReady({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('The analyzer has no output.')
  for await (const line of createInterface({ input: stdout })) {
    if (!line.includes('"ready"')) continue
    stdout.resume()
    return
  }
  throw new Error('The analyzer ended before it was ready.')
}

async function analyze(name: string): Promise<Answer> {
  const runId = crypto.randomUUID()
  const body = { run_id: runId, report_id: crypto.randomUUID(), url: site.address(name) }
  await broker.publish(analysisRequested, body, { id: runId })
  return until(`${name} is answered`, () => answers.get(runId), 90_000)
}

/** Peak resident memory of the process. */
function peakMegabytes(): number {
  const status = readFileSync(`/proc/${analyzer.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}

/** How the run ended: the reason of its failure, or that it was rated, and on what. */
function endOf({ rating, failure }: Answer): string {
  return failure?.code ?? ['rated', ...(rating?.notes ?? [])].join(' ')
}

/** The verdicts on the page itself; how long it took to answer depends on the machine. */
function verdicts({ rating }: Answer): Record<string, string> {
  const { ttfb: _, ...results } = rating?.results ?? {}
  return Object.fromEntries(Object.entries(results).map(([id, { status }]) => [id, status]))
}

/** Where reading takes long, a busy machine may reach the deadline first. */
const bombs: [name: string, end: RegExp][] = [
  ['nested-elements', /^rated .*nested deeper than 4096/],
  ['nested-formatting', /^rated .*nested deeper than 4096/],
  ['many-attributes', /^rated .*more than 200 attributes|^timeout$/],
  ['long-attribute', /^rated$|^timeout$/],
  ['many-comments', /^rated$|^timeout$/],
  ['many-elements', /^rated .*more than 200000 elements|^timeout$/],
  ['many-texts', /^rated .*more than 200000 elements|^timeout$/],
  ['many-entities', /^rated$|^timeout$/],
  ['long-tag', /^rated$|^timeout$/],
  ['less-than', /^rated$|^timeout$/],
  ['less-than-50-mb', /^too_large$/],
  ['no-utf-8', /^rated$|^timeout$/],
  ['gzip-bomb', /^too_large$/],
  ['brotli-bomb', /^too_large$/],
  ['nested-encodings', /^not_html$/],
  ['one-byte-a-second', /^timeout$/],
  ['endless-redirects', /^too_many_redirects$/],
  ['endless-body', /^too_large$/],
  ['endless-headers', /^too_large$/],
  ['endless-header', /^too_large$/],
]

describe('an analyzer that is sent a bomb', () => {
  it.each(bombs)(
    'of %s ends as expected, and rates the next page as usual',
    async (name, end) => {
      expect(endOf(await analyze(name))).toMatch(end)
      expect(verdicts(await analyze('bells'))).toEqual(asUsual)
    },
    200_000,
  )

  it('uses less than 400 MB of memory throughout', () => {
    expect(peakMegabytes()).toBeLessThan(400)
  })
})
