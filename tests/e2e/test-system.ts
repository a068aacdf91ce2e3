import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from '@pagebell/start/service-list'
import { type System, startSystem } from '@pagebell/start/start-system'
import { newPrefix, testRun } from '@pagebell/testing/test-run'

export type Answer<Body = Record<string, unknown>> = { status: number; body: Body; headers: Headers }

export type TestSystem = System & {
  /** Calls the JSON API; default key: that of the demo account. */
  api<Body = Record<string, never>>(method: string, path: string, options?: ApiOptions): Promise<Answer<Body>>
  /** Sends a webhook request; never throws for a response. */
  submit(token: string, urls: string[], more?: { signal?: AbortSignal; channel?: string }): Promise<Answer<Submitted>>
  /** `npm run admin`, as JSON. */
  admin<Body>(...args: string[]): Promise<Body>
  /** All URLs that the sandbox engine accepted, including repetitions. */
  received(): Promise<string[]>
  /** The directory with its secrets. */
  dataDir: string
  /** The newest log lines of all processes, for failures. */
  lines: string[]
}

export type ApiOptions = { key?: string; body?: object; headers?: Record<string, string> }

export type Submitted = {
  batch_id: string
  accepted: number
  duplicates: number
  rejected: number
  results: { url: string; verdict: string; channels?: string[] }[]
  code?: string
  outcome?: string
}

/** The code that a system runs. */
export type Code = { startSystem: typeof startSystem; workspace: string }

/** On `npm run test:cluster` there are two copies of each service, and a replica of the run's PostgreSQL. */
const { TEST_COPIES = '1', TEST_REPLICA_URL = '' } = process.env

/** Starts a system for one test file; default servers: those of the test run. */
export async function startTestSystem(options: {
  env?: NodeJS.ProcessEnv
  /** Of each service. */
  copies?: number
  servers?: { databaseUrl: string; redisUrl: string; amqpUrl: string }
  /** Default: this working copy. */
  code?: Code
  /** Receives the log lines of all processes. */
  onLine?: (line: string) => void
}): Promise<TestSystem> {
  const code = options.code ?? { startSystem, workspace }
  const dataDir = await mkdtemp(join(tmpdir(), 'pagebell-e2e-'))
  await chmod(dataDir, 0o755)
  const lines: string[] = []
  const system = await code
    .startSystem({
      dataDir,
      servers: options.servers ?? testRun(),
      prefix: newPrefix(),
      freePorts: true,
      copies: options.copies ?? Number(TEST_COPIES),
      env: {
        ...quietEnv(),
        ...(options.servers === undefined && { DATABASE_REPLICA_URL: TEST_REPLICA_URL }),
        ...options.env,
      },
      log: (line) => {
        options.onLine?.(line)
        lines.push(line)
        if (lines.length > 400) lines.shift()
      },
    })
    .catch((error: unknown) => {
      throw new Error(`The system did not start: ${String(error)}\n${lines.slice(-40).join('\n')}`)
    })
  const { publicUrl, sandboxUrl } = system.addresses
  const started: TestSystem = {
    ...system,
    dataDir,
    lines,
    async api(method, path, { key = system.demo.apiKey, body, headers } = {}) {
      const response = await fetch(`${publicUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as never, headers: response.headers }
    },
    async submit(token, urls, { signal, channel } = {}) {
      const response = await fetch(`${publicUrl}/api/hooks/${token}/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ urls, channel }),
        ...(signal === undefined ? {} : { signal }),
      })
      return { status: response.status, body: (await response.json()) as never, headers: response.headers }
    },
    async admin(...args) {
      const program = 'services/project/src/admin/admin-main.ts'
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
        cwd: code.workspace,
        env: { ...quietEnv(), ...system.env },
      })
      return JSON.parse(stdout) as never
    },
    async received() {
      const response = await fetch(`${sandboxUrl}/received`)
      const { received } = (await response.json()) as { received: { url: string }[] }
      return received.map(({ url }) => url)
    },
    async stop() {
      await system.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    async destroy() {
      await system.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  // Tests exceed the limits of the default plan.
  await started.admin('account', 'plan', '--email', system.demo.email, '--plan', 'unlimited')
  return started
}

/** The environment without the settings of this machine's user. */
export function quietEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/_(PORT|URL|RPC|ENDPOINT|PREFIX|TOKEN|KEY)$|^FETCH_ALLOW$|^HOST$/.test(name),
    ),
  )
}
