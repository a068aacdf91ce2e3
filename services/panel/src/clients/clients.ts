import { fault } from '@pagebell/faults/fault'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { connectClients, type RpcAddresses, type RpcClients } from '@pagebell/rpc/connect-clients'
import {
  Accounts,
  Alerts,
  ChannelCare,
  ChannelSettings,
  Channels,
  Deliveries,
  DeliveryCounts,
  FoundUrls,
  Hooks,
  IgnoredChecks,
  Pages,
  ProjectEndpoints,
  Projects,
  PublicReports,
  PublicSiteReports,
  Quotas,
  Rehearsals,
  Reports,
  Requests,
  Schedules,
  Scores,
  SignIns,
  SiteReports,
  Sources,
  UsageDays,
  Watches,
} from '@pagebell/rpc/contracts'
import { storedProjectName } from '@pagebell/urls/project-name'

/** Each gRPC service that the panel calls, with the variable that holds its address. */
const services = {
  accounts: [Accounts, 'PROJECT_RPC'],
  signIns: [SignIns, 'PROJECT_RPC'],
  projects: [Projects, 'PROJECT_RPC'],
  ignoredChecks: [IgnoredChecks, 'PROJECT_RPC'],
  channelSettings: [ChannelSettings, 'PROJECT_RPC'],
  channelKeys: [Channels, 'PROJECT_RPC'],
  reports: [Reports, 'REPORT_RPC'],
  publicReports: [PublicReports, 'REPORT_RPC'],
  publicSiteReports: [PublicSiteReports, 'REPORT_RPC'],
  alerts: [Alerts, 'REPORT_RPC'],
  schedules: [Schedules, 'REPORT_RPC'],
  scores: [Scores, 'REPORT_RPC'],
  siteReports: [SiteReports, 'REPORT_RPC'],
  hooks: [Hooks, 'INTAKE_RPC'],
  quotas: [Quotas, 'INTAKE_RPC'],
  usageDays: [UsageDays, 'INTAKE_RPC'],
  rehearsals: [Rehearsals, 'INTAKE_RPC'],
  requests: [Requests, 'INTAKE_RPC'],
  sources: [Sources, 'INTAKE_RPC'],
  foundUrls: [FoundUrls, 'INTAKE_RPC'],
  deliveries: [Deliveries, 'NOTIFIER_RPC'],
  deliveryCounts: [DeliveryCounts, 'NOTIFIER_RPC'],
  projectEndpoints: [ProjectEndpoints, 'NOTIFIER_RPC'],
  channelCare: [ChannelCare, 'NOTIFIER_RPC'],
  pages: [Pages, 'PAGES_RPC'],
  watches: [Watches, 'PAGES_RPC'],
} as const

export type Clients = RpcClients<typeof services>

type Settings = RpcAddresses<typeof services> & { INTERNAL_TOKEN: string }

/** Clients that connect at their first call and close with `running`. */
export const connectServices = (settings: Settings, running: AsyncDisposableStack): Clients =>
  connectClients(services, settings, { internalToken: settings.INTERNAL_TOKEN, caller: 'panel' }, running)

/** The account's project that a path names, in any spelling. Throws fault not_found, also for an impossible name. */
export async function findProject(
  { projects }: Pick<Clients, 'projects'>,
  account_id: string,
  name: string,
): Promise<Project> {
  const project = storedProjectName(name)
  if (project === undefined) throw fault('not_found', 'There is no project of this name.')
  return projects.getProject({ account_id, project })
}
