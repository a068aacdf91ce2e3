import { readFile } from 'node:fs/promises'
import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import {
  Accounts,
  ChannelCare,
  ChannelSettings,
  Deliveries,
  EventEndpoints,
  ForcedBatches,
  Projects,
  Quotas,
  SignIns,
  Sources,
  Subscriptions,
  Watches,
} from '@pagebell/rpc/contracts'
import { readConfig } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'
import { UsageError } from './usage-error.ts'

const schema = Type.Object({
  INTERNAL_TOKEN: Type.String({ minLength: 1, description: 'the secret that services show each other' }),
  PROJECT_RPC: Type.String({ default: '127.0.0.1:50051', description: 'host:port of the project service' }),
  INTAKE_RPC: Type.String({ default: '127.0.0.1:50053', description: 'host:port of the intake service' }),
  NOTIFIER_RPC: Type.String({ default: '127.0.0.1:50054', description: 'host:port of the notifier service' }),
  PAGES_RPC: Type.String({ default: '127.0.0.1:50055', description: 'host:port of the pages service' }),
  AMQP_URL: Type.String({ default: 'amqp://guest:guest@127.0.0.1:5672', description: 'RabbitMQ' }),
  PUBLIC_URL: Type.String({
    default: 'http://127.0.0.1:8080',
    description: 'the address under which people reach Pagebell',
  }),
  AMQP_PREFIX: Type.String({ default: '', description: 'put before the name of every exchange and queue' }),
})

export type SystemAddresses = Static<typeof schema>

/**
 * The addresses of the system: from the environment if it has INTERNAL_TOKEN, else from the file in which `npm start`
 * stores those of the system on this machine.
 */
export async function findSystem(env: NodeJS.ProcessEnv, runFile: URL): Promise<SystemAddresses> {
  if (env['INTERNAL_TOKEN'] || env['INTERNAL_TOKEN_FILE']) return readConfig(schema, env)
  const text = await readFile(runFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UsageError('No running system found: run npm start first, or set INTERNAL_TOKEN and the *_RPC addresses.')
  })
  const running = JSON.parse(text) as { env: NodeJS.ProcessEnv }
  return readConfig(schema, running.env)
}

/** Clients of the running system. gRPC connects at the first call: a command needs only the services it calls. */
export type System = AsyncDisposable & {
  accounts: RpcClient<typeof Accounts>
  signIns: RpcClient<typeof SignIns>
  projects: RpcClient<typeof Projects>
  channelCare: RpcClient<typeof ChannelCare>
  channelSettings: RpcClient<typeof ChannelSettings>
  quotas: RpcClient<typeof Quotas>
  forcedBatches: RpcClient<typeof ForcedBatches>
  deliveries: RpcClient<typeof Deliveries>
  eventEndpoints: RpcClient<typeof EventEndpoints>
  sources: RpcClient<typeof Sources>
  subscriptions: RpcClient<typeof Subscriptions>
  watches: RpcClient<typeof Watches>
  broker: { url: string; prefix: string }
  /** The address of the panel and the API, without a slash at the end. */
  publicUrl: string
}

export function connectSystem(addresses: SystemAddresses): System {
  const credentials = { internalToken: addresses.INTERNAL_TOKEN, caller: 'admin' as const }
  const running = new AsyncDisposableStack()
  return {
    accounts: running.use(connectRpc(Accounts, { address: addresses.PROJECT_RPC, ...credentials })),
    signIns: running.use(connectRpc(SignIns, { address: addresses.PROJECT_RPC, ...credentials })),
    projects: running.use(connectRpc(Projects, { address: addresses.PROJECT_RPC, ...credentials })),
    channelCare: running.use(connectRpc(ChannelCare, { address: addresses.NOTIFIER_RPC, ...credentials })),
    channelSettings: running.use(connectRpc(ChannelSettings, { address: addresses.PROJECT_RPC, ...credentials })),
    forcedBatches: running.use(connectRpc(ForcedBatches, { address: addresses.INTAKE_RPC, ...credentials })),
    quotas: running.use(connectRpc(Quotas, { address: addresses.INTAKE_RPC, ...credentials })),
    deliveries: running.use(connectRpc(Deliveries, { address: addresses.NOTIFIER_RPC, ...credentials })),
    eventEndpoints: running.use(connectRpc(EventEndpoints, { address: addresses.NOTIFIER_RPC, ...credentials })),
    sources: running.use(connectRpc(Sources, { address: addresses.INTAKE_RPC, ...credentials })),
    subscriptions: running.use(connectRpc(Subscriptions, { address: addresses.PAGES_RPC, ...credentials })),
    watches: running.use(connectRpc(Watches, { address: addresses.PAGES_RPC, ...credentials })),
    broker: { url: addresses.AMQP_URL, prefix: addresses.AMQP_PREFIX },
    publicUrl: addresses.PUBLIC_URL.replace(/\/+$/, ''),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
