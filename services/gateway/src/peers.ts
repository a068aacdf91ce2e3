import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import {
  Accounts,
  ChannelCare,
  ChannelSettings,
  Deliveries,
  EventEndpoints,
  ForcedBatches,
  Hooks,
  IgnoredChecks,
  Projects,
  Quotas,
  Reports,
} from '@pagebell/rpc/contracts'

/** The services that the gateway speaks to. It knows nothing itself. */
export type Peers = {
  accounts: RpcClient<typeof Accounts>
  projects: RpcClient<typeof Projects>
  channelCare: RpcClient<typeof ChannelCare>
  channelSettings: RpcClient<typeof ChannelSettings>
  ignoredChecks: RpcClient<typeof IgnoredChecks>
  reports: RpcClient<typeof Reports>
  hooks: RpcClient<typeof Hooks>
  forcedBatches: RpcClient<typeof ForcedBatches>
  quotas: RpcClient<typeof Quotas>
  deliveries: RpcClient<typeof Deliveries>
  eventEndpoints: RpcClient<typeof EventEndpoints>
}

type Addresses = Record<'PROJECT_RPC' | 'REPORT_RPC' | 'INTAKE_RPC' | 'NOTIFIER_RPC' | 'INTERNAL_TOKEN', string>

/** Clients that connect at their first call and close with `running`. */
export function connectPeers(addresses: Addresses, running: AsyncDisposableStack): Peers {
  const internalToken = addresses.INTERNAL_TOKEN
  const at = (name: keyof Addresses) => ({ address: addresses[name], internalToken, caller: 'gateway' as const })
  return {
    accounts: running.use(connectRpc(Accounts, at('PROJECT_RPC'))),
    projects: running.use(connectRpc(Projects, at('PROJECT_RPC'))),
    channelCare: running.use(connectRpc(ChannelCare, at('NOTIFIER_RPC'))),
    channelSettings: running.use(connectRpc(ChannelSettings, at('PROJECT_RPC'))),
    ignoredChecks: running.use(connectRpc(IgnoredChecks, at('PROJECT_RPC'))),
    reports: running.use(connectRpc(Reports, at('REPORT_RPC'))),
    hooks: running.use(connectRpc(Hooks, at('INTAKE_RPC'))),
    forcedBatches: running.use(connectRpc(ForcedBatches, at('INTAKE_RPC'))),
    quotas: running.use(connectRpc(Quotas, at('INTAKE_RPC'))),
    deliveries: running.use(connectRpc(Deliveries, at('NOTIFIER_RPC'))),
    eventEndpoints: running.use(connectRpc(EventEndpoints, at('NOTIFIER_RPC'))),
  }
}
