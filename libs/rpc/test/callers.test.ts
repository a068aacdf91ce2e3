import { createHash } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import type { Caller } from '../src/call-permissions.ts'
import { connectRpc } from '../src/connect-rpc.ts'
import { Accounts, ChannelSettings } from '../src/contracts.ts'
import { toMetadata } from '../src/credentials.ts'
import { implement, serveRpc } from '../src/serve-rpc.ts'

const log = createLog('callers', 'silent')
const shared = 'a secret that all services share'
const secretOf = (caller: string) => `the secret of ${caller}`
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const rpcCallers = ['gateway', 'panel', 'notifier', 'admin'].map((name) => `${name}:${hash(secretOf(name))}`).join(',')

const called: string[] = []
const unused = async (): Promise<never> => {
  throw new Error('This test does not call it.')
}
const account = { account_id: 'a', email: 'e', plan: 'pro', limits: {}, limits_version: 1 } as never

function serve(options: { internalToken?: string; rpcCallers?: string }) {
  const note = (name: string) => async () => {
    called.push(name)
    return account
  }
  return serveRpc({
    port: 0,
    internalToken: '',
    ...options,
    log,
    services: [
      implement(Accounts, {
        authenticate: unused,
        getAccount: note('GetAccount'),
        createAccount: unused,
        changePlan: note('ChangePlan'),
        createKey: unused,
        listKeys: unused,
        revokeKey: unused,
        listAccounts: unused,
        suspendAccount: unused,
        resumeAccount: unused,
        deleteAccount: unused,
        changeAccountSettings: unused,
      }),
      implement(ChannelSettings, {
        listChannels: unused,
        putChannel: unused,
        deleteChannel: unused,
        chooseChannels: unused,
        openSettings: note('OpenSettings'),
        reencryptSettings: unused,
      }),
    ],
  })
}

type Shown = { internalToken: string; caller?: Caller }
const attempts = {
  OpenSettings: { contract: ChannelSettings, input: { account_id: 'a', project_id: 'p', channel: 'google' } },
  ChangePlan: { contract: Accounts, input: { email: 'e', plan: 'pro' } },
  GetAccount: { contract: Accounts, input: { email: 'e' } },
}
type Method = keyof typeof attempts

/** The result for our own client, which sends its calls on the multiplexed stream. */
async function byStream(port: number, shown: Shown, method: Method): Promise<string> {
  const { contract, input } = attempts[method]
  await using client = connectRpc(contract as never, { address: `127.0.0.1:${port}`, ...shown }) as never as Record<
    string,
    (input: object) => Promise<object>
  > &
    AsyncDisposable
  const name = method.charAt(0).toLowerCase() + method.slice(1)
  return await (client[name] as (typeof client)[string])(input).then(
    () => 'OK',
    (error: { kind: string; code: string }) => `${error.kind} ${error.code}`,
  )
}

/** The status of a unary call by any gRPC client. */
async function plainly(port: number, shown: Shown, method: Method): Promise<string> {
  const { contract, input } = attempts[method]
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  const definition = contract.definition[method] as grpc.MethodDefinition<object, object>
  try {
    return await new Promise((resolve) =>
      client.makeUnaryRequest(
        definition.path,
        definition.requestSerialize,
        definition.responseDeserialize,
        input,
        toMetadata(shown),
        (error) => resolve(grpc.status[error?.code ?? grpc.status.OK]),
      ),
    )
  } finally {
    client.close()
  }
}

const allowed: [Caller, Method][] = [
  ['notifier', 'OpenSettings'],
  ['admin', 'ChangePlan'],
  ['gateway', 'GetAccount'],
  ['panel', 'GetAccount'],
]
const refused: [Caller, Method][] = [
  ['gateway', 'OpenSettings'],
  ['panel', 'OpenSettings'],
  ['gateway', 'ChangePlan'],
  ['panel', 'ChangePlan'],
  ['notifier', 'ChangePlan'],
  ['admin', 'OpenSettings'],
]

describe.each([
  ['each has a separate secret', { rpcCallers }, secretOf],
  ['all share one secret', { internalToken: shared }, () => shared],
])('where %s', (_title, options, secret) => {
  it.each(allowed)('%s may call %s', async (caller, method) => {
    await using server = await serve(options)
    const shown = { internalToken: secret(caller), caller }
    expect(await plainly(server.port, shown, method)).toBe('OK')
    expect(await byStream(server.port, shown, method)).toBe('OK')
  })

  it.each(refused)('%s may not call %s, plainly or on a stream', async (caller, method) => {
    called.length = 0
    await using server = await serve(options)
    const shown = { internalToken: secret(caller), caller }
    expect(await plainly(server.port, shown, method)).toBe('PERMISSION_DENIED')
    // A misconfiguration of ours, distinct from a customer's missing permission.
    expect(await byStream(server.port, shown, method)).toBe('internal method_refused')
    expect(called).toEqual([])
  })
})

describe('a caller that is not known', () => {
  it.each<[string, Shown]>([
    ['with the secret of another', { internalToken: secretOf('panel'), caller: 'admin' }],
    ['with a secret and no name', { internalToken: secretOf('admin') }],
    ['of a service that does not call this one', { internalToken: secretOf('intake'), caller: 'intake' }],
    ['with no secret', { internalToken: '', caller: 'admin' }],
    ['by the name of a property', { internalToken: '', caller: 'constructor' as Caller }],
    ['with the secret that was shared', { internalToken: shared, caller: 'admin' }],
  ])('%s is refused', async (_title, shown) => {
    called.length = 0
    // The secret that this server uses as a caller is not accepted.
    await using server = await serve({ rpcCallers, internalToken: shared })
    expect(await plainly(server.port, shown, 'GetAccount')).toBe('UNAUTHENTICATED')
    expect(await byStream(server.port, shown, 'GetAccount')).toBe('internal internal_secret_refused')
    expect(called).toEqual([])
  })
})

it('accepts callers of the previous version only while RPC_CALLERS lists `any`', async () => {
  const old = { internalToken: shared }
  await using during = await serve({ rpcCallers: `${rpcCallers},any:${hash(shared)}` })
  expect(await plainly(during.port, old, 'ChangePlan')).toBe('OK')
  expect(await plainly(during.port, { ...old, caller: 'panel' }, 'GetAccount')).toBe('UNAUTHENTICATED')
  expect(await plainly(during.port, { ...old, caller: 'any' as Caller }, 'GetAccount')).toBe('UNAUTHENTICATED')
  await using after = await serve({ rpcCallers })
  expect(await plainly(after.port, old, 'ChangePlan')).toBe('UNAUTHENTICATED')
})

it('refuses to start with neither a secret nor callers', async () => {
  await expect(serve({})).rejects.toThrow('INTERNAL_TOKEN is missing')
})
