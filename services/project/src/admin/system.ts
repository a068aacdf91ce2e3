import { readFile } from 'node:fs/promises'
import { connectClients, type RpcClients } from '@pagebell/rpc/connect-clients'
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
export async function findSystem(env: NodeJS.ProcessEnv, runFile: string): Promise<SystemAddresses> {
  if (env['INTERNAL_TOKEN'] || env['INTERNAL_TOKEN_FILE']) return readConfig(schema, env)
  const text = await readFile(runFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UsageError('No running system found: run npm start first, or set INTERNAL_TOKEN and the *_RPC addresses.')
  })
  const running = JSON.parse(text) as { env: NodeJS.ProcessEnv }
  return readConfig(schema, running.env)
}

/** Each gRPC service that a command calls, with the variable that holds its address. */
const services = {
  accounts: [Accounts, 'PROJECT_RPC'],
  signIns: [SignIns, 'PROJECT_RPC'],
  projects: [Projects, 'PROJECT_RPC'],
  channelSettings: [ChannelSettings, 'PROJECT_RPC'],
  forcedBatches: [ForcedBatches, 'INTAKE_RPC'],
  quotas: [Quotas, 'INTAKE_RPC'],
  sources: [Sources, 'INTAKE_RPC'],
  channelCare: [ChannelCare, 'NOTIFIER_RPC'],
  deliveries: [Deliveries, 'NOTIFIER_RPC'],
  eventEndpoints: [EventEndpoints, 'NOTIFIER_RPC'],
  subscriptions: [Subscriptions, 'PAGES_RPC'],
  watches: [Watches, 'PAGES_RPC'],
} as const

/** Clients of the running system: a command connects only to the services that it calls. */
export type System = AsyncDisposable &
  RpcClients<typeof services> & {
    broker: { url: string; prefix: string }
    /** The address of the panel and the API, without a slash at the end. */
    publicUrl: string
  }

export function connectSystem(addresses: SystemAddresses): System {
  const running = new AsyncDisposableStack()
  const credentials = { internalToken: addresses.INTERNAL_TOKEN, caller: 'admin' } as const
  return Object.assign(connectClients(services, addresses, credentials, running), {
    broker: { url: addresses.AMQP_URL, prefix: addresses.AMQP_PREFIX },
    publicUrl: addresses.PUBLIC_URL.replace(/\/+$/, ''),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  })
}
