import * as grpc from '@grpc/grpc-js'
import { loadSync, type MethodDefinition } from '@grpc/proto-loader'
import type { ForcedBatchesDefinition } from '@pagebell/protos/intake/v1/forced_batches'
import type { FoundUrlsDefinition } from '@pagebell/protos/intake/v1/found_urls'
import type { HooksDefinition, QuotasDefinition } from '@pagebell/protos/intake/v1/intake'
import type { RehearsalsDefinition } from '@pagebell/protos/intake/v1/rehearsals'
import type { RequestsDefinition } from '@pagebell/protos/intake/v1/requests'
import type { SourcesDefinition } from '@pagebell/protos/intake/v1/sources'
import type { SubmissionsDefinition } from '@pagebell/protos/intake/v1/submissions'
import type { UsageDaysDefinition } from '@pagebell/protos/intake/v1/usage_days'
import type { ChannelCareDefinition } from '@pagebell/protos/notifier/v1/channel_care'
import type { DeliveryCountsDefinition } from '@pagebell/protos/notifier/v1/delivery_counts'
import type { EmailLinksDefinition } from '@pagebell/protos/notifier/v1/email_links'
import type { EventEndpointsDefinition, ProjectEndpointsDefinition } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { DeliveriesDefinition } from '@pagebell/protos/notifier/v1/notifier'
import type { PagesDefinition } from '@pagebell/protos/pages/v1/pages'
import type { SubscriptionsDefinition } from '@pagebell/protos/pages/v1/subscriptions'
import type { WatchesDefinition } from '@pagebell/protos/pages/v1/watches'
import type { ChannelSettingsDefinition } from '@pagebell/protos/project/v1/channel_settings'
import type { IgnoredChecksDefinition } from '@pagebell/protos/project/v1/ignored_checks'
import type { AccountsDefinition, ChannelsDefinition, ProjectsDefinition } from '@pagebell/protos/project/v1/project'
import type { SignInsDefinition } from '@pagebell/protos/project/v1/sign_ins'
import { type ProtoFile, protoFolder } from '@pagebell/protos/proto-files'
import type { AlertsDefinition } from '@pagebell/protos/report/v1/alerts'
import type { PublicReportsDefinition } from '@pagebell/protos/report/v1/public_reports'
import type { PublicSiteReportsDefinition } from '@pagebell/protos/report/v1/public_site_reports'
import type { ReportsDefinition } from '@pagebell/protos/report/v1/report'
import type { SchedulesDefinition } from '@pagebell/protos/report/v1/schedules'
import type { ScoresDefinition } from '@pagebell/protos/report/v1/scores'
import type { SiteReportsDefinition } from '@pagebell/protos/report/v1/site_reports'
import type { SiteRunsDefinition } from '@pagebell/protos/report/v1/site_runs'

/** The code for a caller without the internal secret. */
export const internalSecretRefused = 'internal_secret_refused'

/** The code of the refusal of a caller that may not call this method. */
export const methodRefused = 'method_refused'

/** A gRPC service as its .proto file declares it, with the types of its methods. */
export type Contract<Definition> = {
  name: string
  definition: grpc.ServiceDefinition
  /** Only for the compiler: what the generated code knows of the methods. */
  readonly types?: Definition
}

/** A field that is undefined counts as left out. */
export type Loose<T> = { [Field in keyof T]: T[Field] | undefined }

/** The name of a method in code, lowerCamel; the index signature that every definition has is left out. */
export type MethodName<Key> = string extends Key ? never : Key extends string ? Uncapitalize<Key> : never

/** The request and reply of a method, for client and server. */
export type Shape<Method> =
  Method extends MethodDefinition<infer Input, infer Reply, infer Request, infer Output>
    ? { input: Loose<Input>; reply: Loose<Reply>; request: Request; output: Output }
    : never

/** What the files declare that were needed so far: reading all of them takes every process a tenth of its start. */
const loaded = new Map<ProtoFile, grpc.GrpcObject>()

function load(file: ProtoFile): grpc.GrpcObject {
  const found =
    loaded.get(file) ??
    grpc.loadPackageDefinition(
      loadSync(`pagebell/${file}.proto`, {
        includeDirs: [protoFolder],
        keepCase: true,
        longs: Number,
        enums: String,
        defaults: true,
        oneofs: false,
      }),
    )
  loaded.set(file, found)
  return found
}

/** The service of this name that a .proto file declares; loaded at the first access. */
export function contract<Definition>(file: ProtoFile, service: string): Contract<Definition> {
  const name = `pagebell.${file.split('/').slice(0, 2).join('.')}.${service}`
  return {
    name,
    get definition() {
      const found = name
        .split('.')
        .reduce<unknown>((scope, part) => (scope as Record<string, unknown> | undefined)?.[part], load(file))
      return (found as grpc.ServiceClientConstructor).service
    },
  }
}

export const Accounts = contract<AccountsDefinition>('project/v1/project', 'Accounts')
export const Projects = contract<ProjectsDefinition>('project/v1/project', 'Projects')
export const Channels = contract<ChannelsDefinition>('project/v1/project', 'Channels')
export const ChannelSettings = contract<ChannelSettingsDefinition>('project/v1/channel_settings', 'ChannelSettings')
export const IgnoredChecks = contract<IgnoredChecksDefinition>('project/v1/ignored_checks', 'IgnoredChecks')
export const SignIns = contract<SignInsDefinition>('project/v1/sign_ins', 'SignIns')
export const Alerts = contract<AlertsDefinition>('report/v1/alerts', 'Alerts')
export const Reports = contract<ReportsDefinition>('report/v1/report', 'Reports')
export const PublicReports = contract<PublicReportsDefinition>('report/v1/public_reports', 'PublicReports')
export const PublicSiteReports = contract<PublicSiteReportsDefinition>(
  'report/v1/public_site_reports',
  'PublicSiteReports',
)
export const Schedules = contract<SchedulesDefinition>('report/v1/schedules', 'Schedules')
export const Scores = contract<ScoresDefinition>('report/v1/scores', 'Scores')
export const SiteReports = contract<SiteReportsDefinition>('report/v1/site_reports', 'SiteReports')
export const SiteRuns = contract<SiteRunsDefinition>('report/v1/site_runs', 'SiteRuns')
export const Hooks = contract<HooksDefinition>('intake/v1/intake', 'Hooks')
export const Quotas = contract<QuotasDefinition>('intake/v1/intake', 'Quotas')
export const ForcedBatches = contract<ForcedBatchesDefinition>('intake/v1/forced_batches', 'ForcedBatches')
export const Requests = contract<RequestsDefinition>('intake/v1/requests', 'Requests')
export const Sources = contract<SourcesDefinition>('intake/v1/sources', 'Sources')
export const Submissions = contract<SubmissionsDefinition>('intake/v1/submissions', 'Submissions')
export const UsageDays = contract<UsageDaysDefinition>('intake/v1/usage_days', 'UsageDays')
export const FoundUrls = contract<FoundUrlsDefinition>('intake/v1/found_urls', 'FoundUrls')
export const Rehearsals = contract<RehearsalsDefinition>('intake/v1/rehearsals', 'Rehearsals')
export const Deliveries = contract<DeliveriesDefinition>('notifier/v1/notifier', 'Deliveries')
export const DeliveryCounts = contract<DeliveryCountsDefinition>('notifier/v1/delivery_counts', 'DeliveryCounts')
export const ChannelCare = contract<ChannelCareDefinition>('notifier/v1/channel_care', 'ChannelCare')
export const ProjectEndpoints = contract<ProjectEndpointsDefinition>('notifier/v1/event_endpoints', 'ProjectEndpoints')
export const EmailLinks = contract<EmailLinksDefinition>('notifier/v1/email_links', 'EmailLinks')
export const EventEndpoints = contract<EventEndpointsDefinition>('notifier/v1/event_endpoints', 'EventEndpoints')
export const Pages = contract<PagesDefinition>('pages/v1/pages', 'Pages')
export const Watches = contract<WatchesDefinition>('pages/v1/watches', 'Watches')
export const Subscriptions = contract<SubscriptionsDefinition>('pages/v1/subscriptions', 'Subscriptions')
