import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { ChannelCare } from '@pagebell/rpc/contracts'
import { waitUntil } from '@pagebell/start/wait-until'
import { connect } from 'amqplib'
import type pg from 'pg'
import { areQuick, median, type RoundSettings } from '../compare.ts'
import { cpuMicrosOf } from '../servers/cpu-of.ts'
import { startProgram } from '../servers/start-servers.ts'
import {
  countRows,
  hosts,
  type Loop,
  makeBatch,
  startNotifierLoop,
  untilDelivered,
  urlsPerBatch,
} from './notifier-loop.ts'
import { maxDuplicateShare, startEngine } from './start-engine.ts'

export type Taken = {
  name: string
  /** From the first message published to the last URL logged as delivered. */
  urlsPerSecond: number
  lowest: number
  highest: number
  calls: number
  cpuMicros: Record<string, number>
  ratio: number
}
export type NotifierFigures = { taken: Taken[]; waitedTogether: { urls: number; calls: number } }

const bareQueue = 'bench_bare_loop'

/** From the queue to the engine and the log, beside a bare loop; and the requests that 10,000 waiting batches of one host take. */
export async function measureNotifier(
  settings: RoundSettings,
  running: AsyncDisposableStack,
): Promise<NotifierFigures> {
  const batches = areQuick(settings) ? 100 : 1_000
  const { loop: ours, servers, notifier, db } = await startNotifierLoop(running)
  const bareEngine = await startEngine(running)
  const bare = await startProgram(running, {
    program: 'bench/src/notifier/bare-loop-main.ts',
    env: {
      AMQP_URL: servers.amqpUrl,
      QUEUE: bareQueue,
      DATABASE_URL: notifier.adminUrl,
      ENGINE_URL: bareEngine.url,
    },
  })
  const connection = await connect(servers.amqpUrl)
  running.defer(() => connection.close())
  const channel = await connection.createConfirmChannel()
  const loops: Loop[] = [
    {
      name: 'bare consume → POST → insert',
      pids: { node: bare.process.pid(), ...servers.pids },
      engine: bareEngine,
      publish: (batch) =>
        new Promise((resolve, reject) => {
          const content = Buffer.from(JSON.stringify(batch))
          channel.sendToQueue(bareQueue, content, { persistent: true }, (error) =>
            error ? reject(error as Error) : resolve(),
          )
        }),
      delivered: () => countRows(db, 'select count(*) from delivery_log where status = 200'),
      clear: () => db.query('truncate delivery_log'),
    },
    ours,
  ]

  const rates = new Map(loops.map(({ name }) => [name, [] as Round[]]))
  for (const loop of loops) await measureRound(loop, Math.ceil(batches / 5))
  for (let round = 0; round < settings.rounds; round++)
    for (const loop of loops) rates.get(loop.name)?.push(await measureRound(loop, batches))
  await using care = connectRpc(ChannelCare, notifier.rpc)
  const pause = (paused: boolean) => care.pauseEverywhere({ channel: 'indexnow', paused })
  const waitedTogether = await callsOfWaiting(ours, pause, db, batches * 10)
  return { taken: loops.map(({ name }) => figuresOf(name, rates)), waitedTogether }
}

type Round = { urlsPerSecond: number; calls: number; cpuMicros: Record<string, number> }

async function measureRound(loop: Loop, batches: number): Promise<Round> {
  await loop.clear()
  Object.assign(loop.engine, { calls: 0, urls: 0 })
  const made = Array.from({ length: batches }, (_, n) => makeBatch(n, urlsPerBatch))
  const before = Object.entries(loop.pids).map(([name, pid]) => [name, pid, cpuMicrosOf(pid)] as const)
  const began = performance.now()
  await Promise.all(made.map(loop.publish))
  await untilDelivered(loop, batches * urlsPerBatch)
  const urls = batches * urlsPerBatch
  const urlsPerSecond = (urls * 1_000) / (performance.now() - began)
  const cpuMicros = before.map(([name, pid, used]) => [name, (cpuMicrosOf(pid) - used) / urls])
  if (loop.engine.urls > urls * (1 + maxDuplicateShare))
    throw new Error(`${loop.name} sent the engine ${loop.engine.urls} URLs in place of ${urls}.`)
  return { urlsPerSecond, calls: loop.engine.calls, cpuMicros: Object.fromEntries(cpuMicros) }
}

/** Engine requests for batches of one URL and one host that have waited for a pause to end. */
async function callsOfWaiting(loop: Loop, pause: (paused: boolean) => Promise<unknown>, db: pg.Pool, urls: number) {
  await loop.clear()
  Object.assign(loop.engine, { calls: 0, urls: 0 })
  await pause(true)
  await Promise.all(Array.from({ length: urls }, (_, n) => loop.publish(makeBatch(n * hosts, 1))))
  const waiting = () => countRows(db, "select count(*) from deliveries where status in ('pending', 'held')")
  await waitUntil(async () => (await waiting()) === urls, {
    timeoutMs: 120_000,
    failure: () => new Error('The batches did not arrive.'),
  })
  if (loop.engine.calls > 0) throw new Error('A paused channel called the engine.')
  await pause(false)
  await untilDelivered(loop, urls)
  return { urls, calls: loop.engine.calls }
}

function figuresOf(name: string, taken: Map<string, Round[]>): Taken {
  const rounds = taken.get(name) ?? []
  const [first = []] = taken.values()
  const rates = rounds.map(({ urlsPerSecond }) => urlsPerSecond)
  return {
    name,
    urlsPerSecond: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    calls: median(rounds.map(({ calls }) => calls)),
    cpuMicros: Object.fromEntries(
      Object.keys(rounds[0]?.cpuMicros ?? {}).map((process) => [
        process,
        median(rounds.map(({ cpuMicros }) => cpuMicros[process] ?? Number.NaN)),
      ]),
    ),
    ratio: median(rates) / median(first.map(({ urlsPerSecond }) => urlsPerSecond)),
  }
}
