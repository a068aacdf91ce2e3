import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { destroyTraces } from '@pagebell/start/destroy-traces'
import { freePort } from '@pagebell/start/free-port'
import { portVariables } from '@pagebell/start/port-variables'
import { type RunningProcess, runProcess } from '@pagebell/start/run-process'
import { workspace } from '@pagebell/start/service-list'
import { newPrefix, testRun } from '@pagebell/testing/test-run'
import { until } from '@pagebell/testing/until'

const bash = (line: string) => promisify(execFile)('bash', ['-c', line])
const prefix = newPrefix()
let dataDir: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pagebell-start-'))
  await chmod(dataDir, 0o755)
  const { databaseUrl, redisUrl, amqpUrl } = testRun()
  const ports = await Promise.all(
    portVariables.map(async ({ variable }) => [variable, String(await freePort())] as const),
  )
  env = {
    ...process.env,
    ...Object.fromEntries(ports),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    AMQP_URL: amqpUrl,
    PAGEBELL_DATA: dataDir,
    PAGEBELL_PREFIX: prefix,
  }
})

afterAll(async () => {
  await destroyTraces(testRun(), prefix)
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs `npm start`'s program until it prints its welcome; returns the process and its output. */
async function start(...args: string[]): Promise<{ running: RunningProcess; printed: string[] }> {
  const printed: string[] = []
  const running = await runProcess(process.execPath, ['tools/start/src/main.ts', ...args], {
    cwd: workspace,
    env,
    onLine: (line) => printed.push(stripVTControlCharacters(line)),
  })
  await until(
    'it is ready',
    () => {
      if (running.hasEnded()) throw new Error(`npm start ended:\n${printed.join('\n')}`)
      return printed.some((line) => line.startsWith('Ctrl-C stops everything'))
    },
    90_000,
  )
  return { running, printed }
}

/** All descendants of this process, including orphans. */
async function descendants(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found: number[] = []
  for (let parents = [pid]; parents.length > 0; ) {
    parents = pairs.filter(([, parent]) => parents.includes(parent ?? -1)).map(([child]) => child ?? -1)
    found.push(...parents)
  }
  return found
}

async function alive(pids: number[]): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid='])
  const running = new Set(stdout.trim().split('\n').map(Number))
  return pids.filter((pid) => running.has(pid))
}

async function interrupt(running: RunningProcess): Promise<void> {
  const children = await descendants(running.pid)
  expect(children.length).toBeGreaterThanOrEqual(8)
  const startedAt = performance.now()
  // Signals only the starter, as its children have separate process groups.
  process.kill(running.pid, 'SIGINT')
  expect(await running.ended).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect(await alive(children)).toEqual([])
}

const pasted = (printed: string[]): string[] => printed.filter((line) => line.startsWith('curl '))

describe('npm start', () => {
  it('prints curl commands that work when pasted, keeps the data, and leaves no process', async () => {
    const first = await start()
    const lines = pasted(first.printed)
    expect(lines).toHaveLength(5)
    expect(first.printed.join('\n')).toMatch(/\/setup#pbs_\w{38} /)
    expect(first.printed.some((line) => /^Starting \d+ services …/.test(line))).toBe(true)
    const answers: Record<string, never>[] = []
    for (const line of lines.slice(0, 3)) answers.push(JSON.parse((await bash(line)).stdout))
    expect(answers[0]).toMatchObject({ status: 201, data: { status: 'done', score: expect.any(Number) } })
    expect(answers[1]).toMatchObject({ status: 200, data: [{ status: 'done' }] })
    expect(answers[2]).toMatchObject({ status: 202, accepted: 2 })
    await until('the delivery log shows both delivered', async () => {
      const log = JSON.parse((await bash(lines[3] ?? '')).stdout) as { data: { status: string }[] }
      return log.data.length === 2 && log.data.every(({ status }) => status === 'delivered')
    })
    const { received } = JSON.parse((await bash(lines[4] ?? '')).stdout) as { received: unknown[] }
    expect(received).toHaveLength(2)
    await interrupt(first.running)

    const second = await start()
    // The key and the hook are unchanged.
    expect(pasted(second.printed)).toEqual(lines)
    expect(second.printed.join('\n')).toContain('npm run admin -- setup-link')
    const kept = JSON.parse((await bash(lines[1] ?? '')).stdout) as { data: unknown[] }
    expect(kept.data).toHaveLength(1)
    await interrupt(second.running)
  }, 180_000)

  it('reports in one line which port is in use and which variable changes it', async () => {
    const variable = 'GATEWAY_PORT'
    const { createServer } = await import('node:http')
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(Number(env[variable]), '127.0.0.1', resolve))
    const running = await runProcess(process.execPath, ['tools/start/src/main.ts'], { cwd: workspace, env })
    expect(await running.ended).toBe(1)
    expect(running.lastLines().at(-1)).toBe(
      `Port ${env[variable]} is in use, and gateway needs it: end what uses it, or set ${variable} to another.`,
    )
    await new Promise((resolve) => taken.close(resolve))
  })
})
