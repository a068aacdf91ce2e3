import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { fault } from '@pagebell/faults/fault'
import { planChanged } from '@pagebell/messages/plan-changed'
import { EventEndpoints, Quotas, Sources, Subscriptions } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { until } from '@pagebell/testing/until'
import { createSeal } from '@pagebell/tokens/seal'
import { hashToken } from '@pagebell/tokens/token'
import { type RunningProject, startProject } from './start-project.ts'

const main = fileURLToPath(new URL('../src/admin/admin-main.ts', import.meta.url))

const olderKey = 'the settings key of last year'
const running = new AsyncDisposableStack()
let service: RunningProject
let notifier: Awaited<ReturnType<typeof startNotifier>>
let intake: Awaited<ReturnType<typeof startIntake>>
/** The limits that intake received by gRPC, by account. */
const limitsSet = new Map<string, object>()
beforeAll(async () => {
  service = running.use(await startProject({ settingsKey: `the newest settings key of all,${olderKey}` }))
  notifier = running.use(await startNotifier(service))
  intake = running.use(await startIntake(service))
})
afterAll(() => running.disposeAsync())

/** A notifier that has sealed two secrets with an older key, and nothing else. */
async function startNotifier({ peer: { internalToken }, log }: RunningProject) {
  const nothing = async () => {
    throw fault('not_found', 'The project has no endpoint for events.')
  }
  const services = [
    implement(EventEndpoints, {
      getEndpoint: nothing,
      putEndpoint: nothing,
      setEndpointEnabled: nothing,
      rotateSecret: nothing,
      deleteEndpoint: nothing,
      sendTest: nothing,
      listEvents: nothing,
      reencryptSecrets: async () => ({ count: 2 }),
    }),
  ]
  return serveRpc({ port: 0, internalToken, log, services })
}

/** An intake that hears limits and has sealed four secrets with an older key, and nothing else. */
async function startIntake({ peer: { internalToken }, log }: RunningProject) {
  const unexpectedCall = async () => {
    throw fault('internal', 'No command asks for this.')
  }
  const handlers = {
    async setLimits({ account_id, limits }: { account_id: string; limits: object | null }) {
      limitsSet.set(account_id, limits ?? {})
      return {}
    },
    getUsage: unexpectedCall,
    closeProject: unexpectedCall,
    setChannels: unexpectedCall,
  }
  const sources = { contract: Sources, handlers: { reencryptSources: async () => ({ count: 4 }) } }
  // Of pages, which is played by the same server.
  const subscriptions = { contract: Subscriptions, handlers: { reencryptSubscriptions: async () => ({ count: 8 }) } }
  const services = [implement(Quotas, handlers), sources, subscriptions]
  return serveRpc({ port: 0, internalToken, log, services })
}

type Ended = { code: number; stdout: string; stderr: string }

/** The command as an operator starts it: a separate process, with the system's addresses in its environment. */
const admin = (...args: string[]): Promise<Ended> => adminWith('', ...args)

/** The same with something on standard input. */
function adminWith(input: string, ...args: string[]): Promise<Ended> {
  const { address, internalToken } = service.peer
  const env = {
    PATH: process.env['PATH'],
    INTERNAL_TOKEN: internalToken,
    PROJECT_RPC: address,
    INTAKE_RPC: `127.0.0.1:${intake.port}`,
    PAGES_RPC: `127.0.0.1:${intake.port}`,
    NOTIFIER_RPC: `127.0.0.1:${notifier.port}`,
    AMQP_URL: service.queues.url,
    AMQP_PREFIX: service.queues.prefix,
    PUBLIC_URL: 'https://pagebell.example/',
  }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

async function adminJson<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await admin(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Answer
}

const email = () => `${randomUUID()}@example.com`
const callerOf = (apiKey: string) => service.accounts.authenticate({ key_sha256: hashToken(apiKey) })

describe('admin', () => {
  it('makes an account whose key is good', async () => {
    const given = { email: email(), plan: 'pro' }
    const args = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
    const made = await adminJson<{ account_id: string; api_key: string }>('account', 'create', ...args)
    expect(Object.keys(made)).toEqual(['account_id', 'email', 'plan', 'password', 'api_key'])
    expect(made).toMatchObject({ ...given, password: expect.stringMatching(/^.{20,}$/) })
    expect(await callerOf(made.api_key)).toMatchObject({ account_id: made.account_id, plan: 'pro' })
  })

  it('reads a password from standard input, and warns of one among the arguments', async () => {
    const create = ['account', 'create', '--plan', 'free', '--json']
    const read = await adminWith('correct horse\n', ...create, '--email', email(), '--password', '-')
    expect(read).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(read.stdout)).toMatchObject({ password: 'correct horse' })

    const warned = await admin(...create, '--email', email(), '--password', 'correct horse')
    expect(warned).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Warning: .*--password -.*\n$/) })
    expect(JSON.parse(warned.stdout)).toMatchObject({ password: 'correct horse' })

    const empty = await adminWith('', ...create, '--email', email(), '--password', '-')
    expect(empty).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/standard input/) })
  })

  it('lists and shows accounts', async () => {
    const account = await service.newAccount('pro')
    await service.projects.createProject({ account_id: account.accountId, project: 'shown.example' })
    type List = { accounts: { account_id: string }[] }
    const { accounts } = await adminJson<List>('account', 'list')
    expect(accounts.find(({ account_id }) => account_id === account.accountId)).toMatchObject({
      email: account.email,
      plan: 'pro',
      suspended_at: null,
    })
    expect((await admin('account', 'list')).stdout).toContain(account.email)
    expect(await adminJson('account', 'show', '--email', account.email)).toMatchObject({
      account_id: account.accountId,
      limits: { urls_per_day: 10_000, api_keys: 20, projects: 1_000 },
      live_keys: 1,
      projects: 1,
    })
    expect((await admin('account', 'show', '--email', account.email)).stdout).toContain('1 live API keys, 1 projects')
  })

  it.each([
    ['disable', 'enable'],
    ['suspend', 'resume'],
  ])('suspends an account by %s, on any plan, tells intake at once, and resumes it by %s', async (disable, enable) => {
    const account = await service.newAccount('free')
    const by = ['--email', account.email]
    const suspended = await adminJson<{ suspended_at: string }>('account', disable, ...by)
    expect(Date.parse(suspended.suspended_at)).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(limitsSet.get(account.accountId)).toMatchObject({ urls_per_day: 0, urls_per_month: 0, version: 2 })
    await expect(callerOf(account.apiKey)).rejects.toMatchObject({ code: 'account_suspended' })
    expect((await admin('account', 'show', ...by)).stdout).toContain('suspended since')
    await adminJson('account', 'plan', ...by, '--plan', 'pro')
    expect(limitsSet.get(account.accountId)).toMatchObject({ urls_per_day: 0, urls_per_month: 0, version: 3 })

    expect(await adminJson('account', enable, ...by)).toMatchObject({ suspended_at: null })
    const pro = { urls_per_day: 10_000, urls_per_month: 200_000, hook_requests_per_minute: 60_000 }
    expect(limitsSet.get(account.accountId)).toMatchObject({ ...pro, version: 4 })
    expect(await callerOf(account.apiKey)).toMatchObject({ plan: 'pro' })
  })

  it('deletes an account, and tells intake at once, once its address was given twice', async () => {
    const account = await service.newAccount('pro')
    await service.projects.createProject({ account_id: account.accountId, project: 'deleted.example' })
    const by = ['--email', account.email]
    const unsure = await admin('account', 'delete', ...by, '--confirm', 'another@example.com')
    expect(unsure).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^Nothing was deleted/) })
    expect(await callerOf(account.apiKey)).toMatchObject({ plan: 'pro' })

    const deleted = await adminJson('account', 'delete', ...by, '--confirm', account.email)
    expect(deleted).toMatchObject({ account_id: account.accountId, deleted_projects: 1 })
    expect(limitsSet.get(account.accountId)).toMatchObject({ urls_per_day: 0, urls_per_month: 0, version: 2 })
    await expect(callerOf(account.apiKey)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await admin('account', 'show', ...by)).toMatchObject({ code: 1 })
  })

  it('ends the sessions of an account', async () => {
    const { email: address, password } = await service.newAccount()
    expect((await admin('account', 'end-sessions', '--email', address)).stdout).toContain('signed out everywhere')
    expect(await service.signIns.signIn({ email: address, password })).toMatchObject({ password_version: 2 })
  })

  it('makes a reset link, whose token sets a new password', async () => {
    const { accountId, email: address } = await service.newAccount()
    type Made = { reset_link: string; reset_token: string }
    const { reset_link, reset_token } = await adminJson<Made>('account', 'reset-link', '--email', address)
    expect(reset_link).toBe(`https://pagebell.example/setup#${reset_token}`)
    const reset = { setup_token: reset_token, email: address, password: 'another good one' }
    expect(await service.signIns.createFirstAccount(reset)).toMatchObject({ account_id: accountId })
  })

  it('makes a set-up link, whose token makes an account of its plan', async () => {
    type Made = { setup_link: string; setup_token: string; expires_at: string }
    const { setup_link, setup_token, expires_at } = await adminJson<Made>('setup-link', '--plan', 'pro')
    expect(setup_link).toBe(`https://pagebell.example/setup#${setup_token}`)
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
    const first = { setup_token, email: email(), password: 'correct horse' }
    expect(await service.signIns.createFirstAccount(first)).toMatchObject({ email: first.email, plan: 'pro' })
    expect((await admin('setup-link')).stdout).toMatch(/^https:\/\/pagebell\.example\/setup#pbs_\w{38} {2}\(until /)
  })

  it('makes, lists and revokes keys', async () => {
    const account = await service.newAccount()
    const by = ['--email', account.email]
    const expires = '2099-01-31T12:00:00.000Z'
    const args = [...by, '--scopes', 'reports:read,hooks:write', '--expires', expires, '--name', 'Deploy hook']
    const made = await adminJson<{ key_id: string; api_key: string }>('key', 'create', ...args)
    expect(await callerOf(made.api_key)).toMatchObject({ scopes: ['reports:read', 'hooks:write'], expires_at: expires })

    const { keys } = await adminJson<{ keys: { key_id: string; name: string }[] }>('key', 'list', ...by)
    expect(keys.find(({ key_id }) => key_id === made.key_id)).toMatchObject({ name: 'Deploy hook' })
    expect((await admin('key', 'list', ...by)).stdout).toContain(`…${made.api_key.slice(-4)}`)

    await adminJson('key', 'revoke', ...by, '--id', made.key_id)
    await expect(callerOf(made.api_key)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it('seals settings with the newest key', async () => {
    const { accountId: account_id } = await service.newAccount()
    const { project } = await service.projects.createProject({ account_id, project: 'shop.example' })
    const settings_json = JSON.stringify({ api_key: 'b1465a6d0c2e4f38a7d95e02c8f4136b' })
    await service.channelSettings.putChannel({ account_id, project, channel: 'bing', settings_json })
    const text = `update channel_settings set sealed = $1 where account_id = $2`
    const before = createSeal(olderKey, 'channel settings')
    const { rows } = await service.db.acrossAccounts().query<{ project_id: string }>({
      text: 'select project_id from project where account_id = $1',
      values: [account_id],
    })
    const sealed = before.seal(settings_json, `${account_id} ${rows[0]?.project_id} bing`)
    await service.db.acrossAccounts().query({ text, values: [sealed, account_id] })
    // One of the project service, two of the notifier, four of intake, and eight of pages.
    expect(await adminJson('settings', 'reencrypt')).toEqual({ count: 15 })
  })

  it('shows dead letters and sends them to their consumer again', async () => {
    const consumer = await connectBroker({ ...service.queues, log: service.log, service: 'intake' })
    let refuse = true
    const taken: string[] = []
    const consuming = await consumer.consume(planChanged, 'intake', async ({ account_id }) => {
      if (refuse) throw fault('invalid', 'Not today.')
      taken.push(account_id)
    })
    try {
      const { accountId } = await service.newAccount()
      type Dead = { counts: Record<string, number>; letters: { body: string; error: string }[] }
      const queue = ['--queue', 'intake.plan.changed.v1']
      const dead = await until('there is the dead letter', async () => {
        const list = await adminJson<Dead>('dead-letters', 'list', ...queue)
        return list.letters.find(({ body }) => body.includes(accountId))
      })
      expect(dead.error).toContain('Not today.')
      refuse = false
      const { replayed } = await adminJson<{ replayed: Record<string, number> }>('dead-letters', 'replay')
      expect(replayed['intake.plan.changed.v1']).toBeGreaterThanOrEqual(1)
      await until('the consumer has it', () => taken.includes(accountId))
      expect((await admin('dead-letters', 'list')).stdout).toBe('No dead letters.\n')
    } finally {
      await consuming[Symbol.asyncDispose]()
      await consumer[Symbol.asyncDispose]()
    }
  })

  it.each([
    ['an unknown command', ['account', 'destroy'], 2, /There is no command "account destroy"/],
    ['an unknown option', ['key', 'list', '--mail', 'x'], 2, /--mail/],
    ['a missing option', ['key', 'list'], 2, /--email is missing/],
    ['nothing to requeue', ['deliveries', 'requeue', '--email', 'a@example.com'], 2, /--batch/],
    ['half a place', ['channel', 'pause', '--channel', 'bing', '--email', 'a@example.com'], 2, /--project/],
    ['an unknown plan', ['account', 'create', '--email', 'a@example.com', '--plan', 'gold'], 1, /free, pro, unlimited/],
    ['an unknown account to suspend', ['account', 'suspend', '--email', 'no@example.com'], 1, /no such account/],
    ['an unknown account', ['key', 'list', '--email', 'no@example.com'], 1, /no such account/],
    ['an unknown queue', ['dead-letters', 'list', '--queue', 'x'], 1, /no queue x/],
  ])('tells %s in one line on standard error', async (_what, args, code, text) => {
    const ended = await admin(...args)
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(text) })
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('helps', async () => {
    const { code, stdout } = await admin('--help')
    expect(code).toBe(0)
    for (const name of ['account create', 'account plan', 'key revoke', 'dead-letters replay', 'deliveries requeue']) {
      expect(stdout).toContain(name)
    }
    expect((await admin('key', 'create', '--help')).stdout).toContain('--scopes')
  })
})
