import { freePort } from '@pagebell/start/free-port'
import { databaseName } from '@pagebell/start/prepare-databases'
import { startSystem } from '@pagebell/start/start-system'
import type { RoundSettings } from '../compare.ts'
import { compareServers, type ServerFigures } from '../servers/compare-servers.ts'
import { drive } from '../servers/drive.ts'
import { quiet, startProgram, startServers } from '../servers/start-servers.ts'
import { makeReports } from './make-reports.ts'

type Variant = { name: string; port: number; pids: Record<string, number> }
export type GatewayPage = { page: string; bytes: number; figures: ServerFigures[] }

const connections = 50

/** Gateway and report service beside one process that reads the same rows: a report by its id, and lists of 10 and 100. */
export async function measureGateway(settings: RoundSettings, running: AsyncDisposableStack): Promise<GatewayPage[]> {
  const servers = await startServers(running)
  const { dataDir } = servers
  const prefix = `bench${process.pid}_`
  const system = await startSystem({ dataDir, servers, prefix, freePorts: true, log: quiet })
  running.defer(() => system.destroy())
  const { key, accountId, reportIds } = await makeReports(system)

  const database = new URL(servers.databaseUrl)
  database.pathname = `/${databaseName(prefix, 'report')}`
  const env = {
    DATABASE_URL: database.href,
    API_KEY: key,
    ACCOUNT_ID: accountId,
    PUBLIC_URL: system.addresses.publicUrl,
  }
  const single = await startProgram(running, { program: 'bench/src/gateway/one-process-main.ts', env })
  const rpcPort = await freePort()
  const nestService = await startProgram(running, {
    program: 'bench/src/gateway/nest-service-main.ts',
    env: { ...env, RPC_PORT: String(rpcPort) },
  })
  const nest = await startProgram(running, {
    program: 'bench/src/gateway/nest-gateway-main.ts',
    env: { ...env, SERVICE: `127.0.0.1:${rpcPort}` },
  })
  const nodes = { gateway: await freePort(), service: await freePort() }
  const NODES = Object.entries(nodes)
    .map(([node, port]) => `127.0.0.1:${port}/${node}`)
    .join(',')
  const moleculerService = await startProgram(running, {
    program: 'bench/src/gateway/moleculer-service-main.ts',
    env: { ...env, NODES },
  })
  const moleculer = await startProgram(running, {
    program: 'bench/src/gateway/moleculer-gateway-main.ts',
    env: { ...env, NODES },
  })
  const variants: Variant[] = [
    { name: 'Fastify + pg in one process', port: single.port, pids: { node: single.process.pid() } },
    {
      name: 'gateway → gRPC → report',
      port: system.ports['GATEWAY_PORT'] ?? 0,
      pids: { gateway: system.process('gateway').pid(), report: system.process('report').pid() },
    },
    {
      name: 'Nest gateway → gRPC → Nest service',
      port: nest.port,
      pids: { gateway: nest.process.pid(), report: nestService.process.pid() },
    },
    {
      name: 'Moleculer gateway → TCP → Moleculer service',
      port: moleculer.port,
      pids: { gateway: moleculer.process.pid(), report: moleculerService.process.pid() },
    },
  ]

  const pages = [
    // Each connection requests a different report, so that the service cannot read one for many.
    ['report by id', (connection: number) => `/api/v1/reports/${reportIds[connection]}`],
    ['list of 10', () => '/api/v1/reports?per_page=10'],
    ['list of 100', () => '/api/v1/reports?per_page=100'],
  ] as const
  const prepared = []
  for (const [page, path] of pages) {
    const bytes = await sameResponse(variants, path(0), key)
    const driven = variants.map(({ name, port, pids }) => {
      const head = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`
      const request = (connection: number): string => `GET ${path(connection)} ${head}`
      const driving = { connections, request, status: 200 as const }
      return {
        name,
        pids: { ...pids, ...servers.pids },
        drive: (durationMs: number) => drive(port, { ...driving, durationMs }),
      }
    })
    prepared.push({ page, bytes, driven })
  }
  // Variants with two processes reach their speed after several seconds, so all warm up on all pages first.
  for (const { driven } of prepared) for (const variant of driven) await variant.drive(settings.roundMs * 2)

  const measured: GatewayPage[] = []
  for (const { page, bytes, driven } of prepared)
    measured.push({ page, bytes, figures: await compareServers(driven, settings, 0) })
  return measured
}

/** Throws unless all variants return the same data. Returns its size in bytes. */
async function sameResponse(variants: Variant[], path: string, key: string): Promise<number> {
  const responses = await Promise.all(
    variants.map(async ({ name, port }) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
      const text = await response.text()
      if (!response.ok) throw new Error(`${name} responds to ${path} with ${response.status}: ${text}`)
      const { data, meta } = JSON.parse(text) as { data: object; meta?: { total: number } }
      return { bytes: text.length, proof: JSON.stringify([inOrder(data), meta?.total]) }
    }),
  )
  const proofs = new Set(responses.map(({ proof }) => proof))
  if (proofs.size !== 1) throw new Error(`The variants return different data:\n${[...proofs].join('\n')}`)
  return responses[1]?.bytes ?? 0
}

/** The value with its fields sorted by name. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, inOrder(one)]),
  )
}
