import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@pagebell/start/free-port'
import { portVariables } from '@pagebell/start/port-variables'
import { services } from '@pagebell/start/service-list'
import { startSystem } from '@pagebell/start/start-system'
import { areQuick, median, type RoundSettings } from '../compare.ts'
import { memoryOf } from '../servers/cpu-of.ts'
import { startCollector } from '../servers/start-collector.ts'
import { quiet, startProgram, startServers } from '../servers/start-servers.ts'
import { type AtRest, measureAtRest } from './measure-at-rest.ts'

export type IdleProcess = {
  name: string
  telemetry: 'off' | 'on'
  /** From the start of the process to its first successful readiness check. */
  readyMs: number
  megabytes: number
  readyRatio: number
  memoryRatio: number
}
export type Idle = { processes: IdleProcess[]; atRest: AtRest[] }
type Started = { pid: number; stop: () => Promise<void> }
type Sample = { readyMs: number; megabytes: number }

const bareName = 'Fastify + pg + amqplib'
/** By then an idle process has collected the garbage of its start. */
const settleMs = 2_000

/** The whole system at rest; then a copy of each service, started alone beside it, in rotation with a minimal service. */
export async function measureIdle(settings: RoundSettings, running: AsyncDisposableStack): Promise<Idle> {
  const servers = await startServers(running)
  const { dataDir } = servers
  const prefix = `bench${process.pid}_`
  const system = await startSystem({ dataDir, servers, prefix, freePorts: true, log: quiet })
  running.defer(() => system.destroy())
  const atRest = await measureAtRest(system.processes(), servers.pids, settings)
  const collector = await startCollector(running)
  const telemetry = {
    off: {},
    on: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '1000' },
  }

  const starts: { name: string; telemetry: 'off' | 'on'; start: () => Promise<Started> }[] = [
    { name: bareName, telemetry: 'off', start: () => startBare(servers.databaseUrl, servers.amqpUrl) },
    ...(['off', 'on'] as const).flatMap((kind) =>
      services.map((service) => ({
        name: service,
        telemetry: kind,
        start: async () => {
          const ports = await Promise.all(
            portVariables.map(async ({ variable }) => [variable, String(await freePort())]),
          )
          const copy = await system.launchCopy(service, { ...Object.fromEntries(ports), ...telemetry[kind] })
          return { pid: copy.pid(), stop: () => copy.stop() }
        },
      })),
    ),
  ]
  const samples = starts.map(() => [] as Sample[])
  // The first start of a program fills the compile cache that later starts read: with telemetry, it loads all that it ever
  // does. It is not timed, so two are made at once.
  const filling = starts.filter(({ name, telemetry: kind }) => kind === 'on' || name === bareName)
  for (let place = 0; place < filling.length; place += 2) {
    const stopped = filling.slice(place, place + 2).map(async ({ start }) => (await start()).stop())
    await Promise.all(stopped)
  }
  for (let round = 0; round < Math.ceil(settings.rounds / 2); round++)
    for (const [place, { start }] of starts.entries())
      samples[place]?.push(await sample(start, areQuick(settings) ? settings.roundMs : settleMs))
  const [bare] = samples.map(mediansOf)
  const processes = starts.map(({ name, telemetry }, place) => {
    const { readyMs, megabytes } = mediansOf(samples[place] ?? [])
    const [readyRatio, memoryRatio] = [readyMs / (bare?.readyMs ?? 0), megabytes / (bare?.megabytes ?? 0)]
    return { name, telemetry, readyMs, megabytes, readyRatio, memoryRatio }
  })
  return { processes, atRest }
}

async function sample(start: () => Promise<Started>, waitMs: number): Promise<Sample> {
  const began = performance.now()
  const { pid, stop } = await start()
  const readyMs = performance.now() - began
  await pause(waitMs)
  const megabytes = memoryOf(pid)
  await stop()
  return { readyMs, megabytes }
}

const mediansOf = (samples: Sample[]): Sample => ({
  readyMs: median(samples.map((one) => one.readyMs)),
  megabytes: median(samples.map((one) => one.megabytes)),
})

async function startBare(databaseUrl: string, amqpUrl: string): Promise<Started> {
  const started = new AsyncDisposableStack()
  const env = { DATABASE_URL: databaseUrl, AMQP_URL: amqpUrl }
  const { process } = await startProgram(started, { program: 'bench/src/idle/bare-main.ts', env })
  return { pid: process.pid(), stop: () => started.disposeAsync() }
}
