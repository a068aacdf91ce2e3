import { connectRpc, type RpcClient } from '@pagebell/rpc/connect-rpc'
import {
  Accounts,
  ChannelCare,
  ChannelSettings,
  Channels,
  Deliveries,
  EventEndpoints,
  Hooks,
  IgnoredChecks,
  Projects,
  PublicReports,
  Quotas,
  Rehearsals,
  Reports,
  SignIns,
  UsageDays,
} from '@pagebell/rpc/contracts'

/** The services that the panel speaks to. It knows nothing itself but who is signed in. */
export type Peers = {
  accounts: RpcClient<typeof Accounts>
  signIns: RpcClient<typeof SignIns>
  projects: RpcClient<typeof Projects>
  ignoredChecks: RpcClient<typeof IgnoredChecks>
  channelSettings: RpcClient<typeof ChannelSettings>
  channelKeys: RpcClient<typeof Channels>
  reports: RpcClient<typeof Reports>
  publicReports: RpcClient<typeof PublicReports>
  hooks: RpcClient<typeof Hooks>
  quotas: RpcClient<typeof Quotas>
  usageDays: RpcClient<typeof UsageDays>
  rehearsals: RpcClient<typeof Rehearsals>
  deliveries: RpcClient<typeof Deliveries>
  eventEndpoints: RpcClient<typeof EventEndpoints>
  channelCare: RpcClient<typeof ChannelCare>
}

type Addresses = Record<'PROJECT_RPC' | 'REPORT_RPC' | 'INTAKE_RPC' | 'NOTIFIER_RPC' | 'INTERNAL_TOKEN', string>

/** Clients that connect at their first call and close with `running`. */
export function connectPeers(addresses: Addresses, running: AsyncDisposableStack): Peers {
  const internalToken = addresses.INTERNAL_TOKEN
  const at = (name: keyof Addresses) => ({ address: addresses[name], internalToken, caller: 'panel' as const })
  return {
    accounts: running.use(connectRpc(Accounts, at('PROJECT_RPC'))),
    signIns: running.use(connectRpc(SignIns, at('PROJECT_RPC'))),
    projects: running.use(connectRpc(Projects, at('PROJECT_RPC'))),
    ignoredChecks: running.use(connectRpc(IgnoredChecks, at('PROJECT_RPC'))),
    channelSettings: running.use(connectRpc(ChannelSettings, at('PROJECT_RPC'))),
    channelKeys: running.use(connectRpc(Channels, at('PROJECT_RPC'))),
    reports: running.use(connectRpc(Reports, at('REPORT_RPC'))),
    publicReports: running.use(connectRpc(PublicReports, at('REPORT_RPC'))),
    hooks: running.use(connectRpc(Hooks, at('INTAKE_RPC'))),
    quotas: running.use(connectRpc(Quotas, at('INTAKE_RPC'))),
    usageDays: running.use(connectRpc(UsageDays, at('INTAKE_RPC'))),
    rehearsals: running.use(connectRpc(Rehearsals, at('INTAKE_RPC'))),
    deliveries: running.use(connectRpc(Deliveries, at('NOTIFIER_RPC'))),
    eventEndpoints: running.use(connectRpc(EventEndpoints, at('NOTIFIER_RPC'))),
    channelCare: running.use(connectRpc(ChannelCare, at('NOTIFIER_RPC'))),
  }
}
