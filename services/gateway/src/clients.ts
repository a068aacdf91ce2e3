import { connectClients, type RpcAddresses, type RpcClients } from '@pagebell/rpc/connect-clients'
import {
  Accounts,
  Alerts,
  ChannelCare,
  ChannelSettings,
  Deliveries,
  DeliveryCounts,
  EmailLinks,
  EventEndpoints,
  ForcedBatches,
  Hooks,
  IgnoredChecks,
  Pages,
  ProjectEndpoints,
  Projects,
  Quotas,
  Reports,
  Requests,
  Schedules,
  SiteReports,
  Sources,
  Submissions,
  Subscriptions,
  Watches,
} from '@pagebell/rpc/contracts'

/** Every gRPC service that the gateway calls, and the variable with the address of its server. */
const services = {
  accounts: [Accounts, 'PROJECT_RPC'],
  projects: [Projects, 'PROJECT_RPC'],
  channelSettings: [ChannelSettings, 'PROJECT_RPC'],
  ignoredChecks: [IgnoredChecks, 'PROJECT_RPC'],
  reports: [Reports, 'REPORT_RPC'],
  alerts: [Alerts, 'REPORT_RPC'],
  schedules: [Schedules, 'REPORT_RPC'],
  siteReports: [SiteReports, 'REPORT_RPC'],
  hooks: [Hooks, 'INTAKE_RPC'],
  resubmissions: [ForcedBatches, 'INTAKE_RPC'],
  quotas: [Quotas, 'INTAKE_RPC'],
  requests: [Requests, 'INTAKE_RPC'],
  sources: [Sources, 'INTAKE_RPC'],
  submissions: [Submissions, 'INTAKE_RPC'],
  deliveries: [Deliveries, 'NOTIFIER_RPC'],
  deliveryCounts: [DeliveryCounts, 'NOTIFIER_RPC'],
  channelCare: [ChannelCare, 'NOTIFIER_RPC'],
  projectEndpoints: [ProjectEndpoints, 'NOTIFIER_RPC'],
  emailLinks: [EmailLinks, 'NOTIFIER_RPC'],
  eventEndpoints: [EventEndpoints, 'NOTIFIER_RPC'],
  pages: [Pages, 'PAGES_RPC'],
  watches: [Watches, 'PAGES_RPC'],
  subscriptions: [Subscriptions, 'PAGES_RPC'],
} as const

export type Clients = RpcClients<typeof services>

type Settings = RpcAddresses<typeof services> & { INTERNAL_TOKEN: string }

/** Clients that connect at their first call and close with `running`. */
export const connectServices = (settings: Settings, running: AsyncDisposableStack): Clients =>
  connectClients(services, settings, { internalToken: settings.INTERNAL_TOKEN, caller: 'gateway' }, running)
