import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@pagebell/start/free-port'
import { portVariables } from '@pagebell/start/port-variables'
import { startSystem } from '@pagebell/start/start-system'
import { connect } from 'amqplib'
import type { RoundSettings } from '../compare.ts'
import { makeReports } from '../gateway/make-reports.ts'
import { messageQueues, startIntake } from '../intake/start-intake.ts'
import { submitRequest } from '../intake/submit-request.ts'
import { compareServers, type ServerFigures, type ServerVariant } from '../servers/compare-servers.ts'
import { drive } from '../servers/drive.ts'
import { type Collector, startCollector } from '../servers/start-collector.ts'
import { type BenchServers, quiet, startServers } from '../servers/start-servers.ts'

export type TelemetryPrice = { work: string; figures: ServerFigures[] }
type Kind = { name: string; env: NodeJS.ProcessEnv }

const connections = 50
const exportIntervalMs = 5_000

/**
 * A webhook and a report by id, in rotation: without telemetry, off, and on with metrics and 10 % of the traces; the
 * webhook also without its log of requests.
 */
export async function measureTelemetry(
  settings: RoundSettings,
  running: AsyncDisposableStack,
): Promise<TelemetryPrice[]> {
  const servers = await startServers(running)
  const collector = await startCollector(running)
  const without = new URL('without-telemetry.ts', import.meta.url).href
  const kinds: Kind[] = [
    { name: 'without', env: { NODE_OPTIONS: `--import ${without}`, OTEL_SDK_DISABLED: 'true' } },
    { name: 'off', env: {} },
    {
      name: 'on, 10 % of the traces',
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_METRIC_EXPORT_INTERVAL: String(exportIntervalMs),
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
    },
  ]
  const noLog = new URL('without-request-log.ts', import.meta.url).href
  const withoutLog: Kind = { name: 'off, no request log', env: { NODE_OPTIONS: `--import ${noLog}` } }
  const works = [
    ['webhook', startWebhooks, [...kinds, withoutLog]],
    ['report by id', startReports, kinds],
  ] as const
  const measured: TelemetryPrice[] = []
  for (const [work, start, kindsOfWork] of works) {
    // The processes of one work end before the next one starts: idle processes also use the machine.
    await using processes = new AsyncDisposableStack()
    const variants = await start(processes, servers, kindsOfWork)
    collector.taken.clear()
    // The differences are small, and a gateway reaches its speed after several seconds.
    const { rounds, roundMs } = settings
    measured.push({ work, figures: await compareServers(variants, { rounds: rounds * 1.5, roundMs }, roundMs * 2) })
    await checkSent(collector)
  }
  return measured
}

/** Throws unless the collector has received traces and metrics. */
async function checkSent({ taken }: Collector): Promise<void> {
  await pause(exportIntervalMs)
  for (const path of ['/v1/traces', '/v1/metrics'])
    if (!taken.has(path)) throw new Error(`Telemetry is on, but the collector received nothing at ${path}.`)
}

async function startWebhooks(
  running: AsyncDisposableStack,
  servers: BenchServers,
  kinds: readonly Kind[],
): Promise<ServerVariant[]> {
  const connection = await connect(servers.amqpUrl)
  running.defer(() => connection.close())
  const variants: ServerVariant[] = []
  let nextUrl = 100_000_000
  for (const { name, env } of kinds) {
    const { port, pid, tokens } = await startIntake(running, servers, connections, env)
    const request = (place: number): string =>
      submitRequest(tokens[place] ?? '', port, [`https://example.com/articles/page-${nextUrl++}`])
    const driving = { connections, request, status: 202 as const }
    variants.push({
      name,
      pids: { intake: pid, ...servers.pids },
      async drive(durationMs) {
        let accepted = 0
        const onResponse = (chunk: Buffer): void => void (chunk.includes('"accepted":1,') && accepted++)
        const driven = await drive(port, { ...driving, durationMs, onResponse })
        if (accepted !== driven.requests) throw new Error(`${name} accepted ${accepted} of ${driven.requests} URLs.`)
        return driven
      },
    })
  }
  // The first copy declares the queue. Messages are consumed, so that the queue does not grow from round to round.
  const channel = await connection.createChannel()
  await channel.prefetch(1_000)
  for (const queue of messageQueues)
    await channel.consume(queue, (message) => void (message !== null && channel.ack(message)))
  return variants
}

async function startReports(
  running: AsyncDisposableStack,
  servers: BenchServers,
  kinds: readonly Kind[],
): Promise<ServerVariant[]> {
  const prefix = `bench${process.pid}_`
  const system = await startSystem({ dataDir: servers.dataDir, servers, prefix, freePorts: true, log: quiet })
  running.defer(() => system.destroy())
  const { key, reportIds } = await makeReports(system)
  const variants: ServerVariant[] = []
  for (const { name, env } of kinds) {
    const ports = Object.fromEntries(
      await Promise.all(portVariables.map(async ({ variable }) => [variable, String(await freePort())] as const)),
    )
    const report = await system.launchCopy('report', { ...ports, ...env })
    const reportRpc = `127.0.0.1:${ports['REPORT_RPC_PORT']}`
    const gateway = await system.launchCopy('gateway', { ...ports, REPORT_RPC: reportRpc, ...env })
    const port = Number(ports['GATEWAY_PORT'])
    const head = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`
    const request = (connection: number): string => `GET /api/v1/reports/${reportIds[connection]} ${head}`
    const driving = { connections, request, status: 200 as const }
    const pids = { gateway: gateway.pid(), report: report.pid(), ...servers.pids }
    variants.push({ name, pids, drive: (durationMs) => drive(port, { ...driving, durationMs }) })
  }
  return variants
}
