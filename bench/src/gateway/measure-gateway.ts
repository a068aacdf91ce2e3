import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import { findServers } from '@pagebell/start/find-servers'
import { freePort } from '@pagebell/start/free-port'
import { launchProcess } from '@pagebell/start/launch-process'
import { databaseName } from '@pagebell/start/prepare-databases'
import { type System, startSystem } from '@pagebell/start/start-system'
import { waitUntil } from '@pagebell/start/wait-until'
import { median, type Settings } from '../compare.ts'
import { cpuMicrosOf } from './cpu-of.ts'
import { type Driven, drive } from './drive.ts'

export type ServerFigures = {
  name: string
  perSecond: number
  lowest: number
  highest: number
  p50: number
  p99: number
  /** CPU of a request by process, without PostgreSQL's. */
  cpuMicros: Record<string, number>
  ratio: number
}

type Variant = { name: string; port: number; pids: Record<string, number> }
type Round = Driven & { cpuMicros: Record<string, number> }

const connections = 50
const reportsMade = 110

/** Gateway and report service beside one process that reads the same rows: a report by its id, and lists of 10 and 100. */
export async function measureGateway({ rounds, roundMs }: Settings) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagebell-bench-'))
  const quiet = (): void => undefined
  await chmod(dataDir, 0o755)
  const servers = await findServers({ dataDir, own: true, log: quiet })
  await using running = new AsyncDisposableStack()
  running.defer(async () => {
    await servers.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const system = await startSystem({ dataDir, servers, prefix: `bench${process.pid}_`, freePorts: true, log: quiet })
  running.defer(() => system.destroy())
  const { key, accountId, reportId } = await makeReports(system)

  const database = new URL(servers.databaseUrl)
  database.pathname = `/${databaseName(`bench${process.pid}_`, 'report')}`
  const port = await freePort()
  const single = await launchProcess({
    name: 'one process',
    program: 'bench/src/gateway/one-process-main.ts',
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.href,
      PORT: String(port),
      API_KEY: key,
      ACCOUNT_ID: accountId,
      PUBLIC_URL: system.addresses.publicUrl,
      NODE_ENV: 'production',
    },
    readyUrl: `http://127.0.0.1:${port}/ready`,
    onLine: quiet,
    onStart: async () => undefined,
  })
  running.defer(() => single.stop())
  const variants: Variant[] = [
    { name: 'Fastify + pg in one process', port, pids: { node: single.pid() } },
    {
      name: 'gateway → gRPC → report',
      port: system.ports['GATEWAY_PORT'] ?? 0,
      pids: { gateway: system.process('gateway').pid(), report: system.process('report').pid() },
    },
  ]

  const pages = [
    ['report by id', `/api/v1/reports/${reportId}`],
    ['list of 10', '/api/v1/reports?per_page=10'],
    ['list of 100', '/api/v1/reports?per_page=100'],
  ] as const
  const measured: { page: string; bytes: number; figures: ServerFigures[] }[] = []
  for (const [page, path] of pages) {
    const bytes = await sameAnswer(variants, path, key)
    const ask = { path, key, connections }
    const taken = new Map(variants.map(({ name }) => [name, [] as Round[]]))
    for (const { port } of variants) await drive(port, { ...ask, forMs: roundMs })
    for (let round = 0; round < rounds; round++) {
      for (const one of variants) taken.get(one.name)?.push(await measureRound(one, { ...ask, forMs: roundMs }))
    }
    measured.push({ page, bytes, figures: variants.map(({ name }) => figuresOf(name, taken)) })
  }
  return measured
}

async function measureRound({ port, pids }: Variant, ask: Parameters<typeof drive>[1]): Promise<Round> {
  const before = Object.entries(pids).map(([name, pid]) => [name, pid, cpuMicrosOf(pid)] as const)
  const driven = await drive(port, ask)
  const requests = (driven.perSecond * ask.forMs) / 1_000
  return {
    ...driven,
    cpuMicros: Object.fromEntries(before.map(([name, pid, used]) => [name, (cpuMicrosOf(pid) - used) / requests])),
  }
}

function figuresOf(name: string, taken: Map<string, Round[]>): ServerFigures {
  const rounds = taken.get(name) ?? []
  const perSecond = rounds.map((round) => round.perSecond)
  const [first = []] = taken.values()
  return {
    name,
    perSecond: median(perSecond),
    lowest: Math.min(...perSecond),
    highest: Math.max(...perSecond),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMicros: Object.fromEntries(
      Object.keys(rounds[0]?.cpuMicros ?? {}).map((process) => [
        process,
        median(rounds.map(({ cpuMicros }) => cpuMicros[process] ?? Number.NaN)),
      ]),
    ),
    ratio: median(perSecond) / median(first.map((round) => round.perSecond)),
  }
}

/** Throws unless both answer the same data; answers how many bytes that is. */
async function sameAnswer(variants: Variant[], path: string, key: string): Promise<number> {
  const answers = await Promise.all(
    variants.map(async ({ name, port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${name} answers ${path} with ${answer.status}: ${text}`)
      const { data, meta } = JSON.parse(text) as { data: object; meta?: { total: number } }
      return { bytes: text.length, proof: JSON.stringify([inOrder(data), meta?.total]) }
    }),
  )
  const [one, other] = answers
  if (one?.proof !== other?.proof) throw new Error(`Not the same work:\n${one?.proof}\n${other?.proof}`)
  return other?.bytes ?? 0
}

/** The same value whatever order its fields were written in. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, inOrder(one)]),
  )
}

async function makeReports({ addresses, demo, env }: System) {
  const key = demo.apiKey
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${addresses.publicUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  await using accounts = connectRpc(Accounts, {
    address: env['PROJECT_RPC'] ?? '',
    internalToken: env['INTERNAL_TOKEN'] ?? '',
  })
  // Bench asks more than any plan lets a customer ask, and nobody else's limit is measured here.
  const { account_id: accountId } = await accounts.changePlan({ email: demo.email, plan: 'unlimited' })

  const ids: string[] = []
  for (let made = 0; made < reportsMade; made++) {
    const url = `${addresses.sampleSiteUrl}/?page=${made}`
    ids.push((await call<{ data: { id: string } }>('POST', '/reports', { url })).data.id)
  }
  const rated = async (result: string): Promise<number> =>
    (await call<{ meta: { total: number } }>('GET', `/reports?result=${result}`)).meta.total
  const areDone = async (): Promise<boolean> => {
    const totals = await Promise.all(['good', 'decent', 'bad'].map(rated))
    return totals.reduce((sum, total) => sum + total, 0) >= reportsMade
  }
  await waitUntil(areDone, { timeoutMs: 300_000, failure: () => new Error('The reports were not rated in time.') })
  return { key, accountId, reportId: ids[50] ?? '' }
}
