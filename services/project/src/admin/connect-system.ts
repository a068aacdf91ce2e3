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
} from '@pagebell/rpc/contracts'
import type { SystemAddresses } from './find-system.ts'

/** The running system as the commands reach it. gRPC connects at the first call, so that a command needs only its own services. */
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
  broker: { url: string; prefix: string }
  /** Under which people reach the system, without a slash at the end. */
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
    broker: { url: addresses.AMQP_URL, prefix: addresses.AMQP_PREFIX },
    publicUrl: addresses.PUBLIC_URL.replace(/\/+$/, ''),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
