import { waitUntil } from '@pagebell/start/wait-until'
import { connect } from 'amqplib'
import pg from 'pg'
import { areQuick, type RoundSettings } from '../compare.ts'
import { messageQueues, startIntake } from '../intake/start-intake.ts'
import { submitRequest } from '../intake/submit-request.ts'
import { memoryOf } from '../servers/cpu-of.ts'
import { drive } from '../servers/drive.ts'
import { startServers } from '../servers/start-servers.ts'

export type Soak = {
  minutes: number
  saturation: number
  perSecond: number
  p50: number
  p99: number
  /** Megabytes of the intake process, every ten seconds. */
  memory: number[]
  /** Growth from the peak of the first fifth to the peak of the last: memory varies with garbage collections. */
  growth: number
  waiting: number
}

const connections = 50

/** Intake at 70 % of saturation for fifteen minutes, while its messages are consumed. */
export async function measureSoak(settings: RoundSettings, running: AsyncDisposableStack): Promise<Soak> {
  const isQuick = areQuick(settings)
  const minutes = isQuick ? 0.5 : 15
  const servers = await startServers(running)
  const { port, pid, adminUrl, tokens } = await startIntake(running, servers, 50)
  const connection = await connect(servers.amqpUrl)
  running.defer(() => connection.close())
  const channel = await connection.createChannel()
  await channel.prefetch(1_000)
  for (const queue of messageQueues)
    await channel.consume(queue, (message) => void (message !== null && channel.ack(message)))

  let number = 100_000_000
  const request = (place: number): string =>
    submitRequest(tokens[place % tokens.length] ?? '', port, [`https://example.com/articles/page-${number++}`])
  const driving = { connections, request, status: 202 as const }
  const shortMs = isQuick ? settings.roundMs : 3_000
  await drive(port, { ...driving, durationMs: shortMs })
  const { perSecond: saturation } = await drive(port, { ...driving, durationMs: 3 * shortMs })

  const memory = [memoryOf(pid)]
  const sampling = setInterval(() => memory.push(memoryOf(pid)), 10_000)
  const soaked = await drive(port, { ...driving, durationMs: minutes * 60_000, perSecond: 0.7 * saturation })
  clearInterval(sampling)
  memory.push(memoryOf(pid))

  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  running.defer(() => db.end())
  const count = async () => Number((await db.query<{ count: string }>('select count(*) from outbox')).rows[0]?.count)
  await waitUntil(async () => (await count()) === 0, {
    timeoutMs: 10_000,
    failure: () => new Error('The outbox is not empty ten seconds after the last request.'),
  })
  const fifth = Math.max(1, Math.floor(memory.length / 5))
  const growth = Math.max(...memory.slice(-fifth)) / Math.max(...memory.slice(0, fifth)) - 1
  const { perSecond, p50, p99 } = soaked
  return { minutes, saturation, perSecond, p50, p99, memory, growth, waiting: await count() }
}
