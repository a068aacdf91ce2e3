import * as grpc from '@grpc/grpc-js'
import { loadSync, type MethodDefinition } from '@grpc/proto-loader'
import type { ForcedBatchesDefinition } from '@pagebell/protos/intake/v1/ForcedBatches'
import type { HooksDefinition } from '@pagebell/protos/intake/v1/Hooks'
import type { QuotasDefinition } from '@pagebell/protos/intake/v1/Quotas'
import type { RehearsalsDefinition } from '@pagebell/protos/intake/v1/Rehearsals'
import type { UsageDaysDefinition } from '@pagebell/protos/intake/v1/UsageDays'
import type { ChannelCareDefinition } from '@pagebell/protos/notifier/v1/ChannelCare'
import type { DeliveriesDefinition } from '@pagebell/protos/notifier/v1/Deliveries'
import type { EventEndpointsDefinition } from '@pagebell/protos/notifier/v1/EventEndpoints'
import type { AccountsDefinition } from '@pagebell/protos/project/v1/Accounts'
import type { ChannelSettingsDefinition } from '@pagebell/protos/project/v1/ChannelSettings'
import type { ChannelsDefinition } from '@pagebell/protos/project/v1/Channels'
import type { IgnoredChecksDefinition } from '@pagebell/protos/project/v1/IgnoredChecks'
import type { ProjectsDefinition } from '@pagebell/protos/project/v1/Projects'
import type { SignInsDefinition } from '@pagebell/protos/project/v1/SignIns'
import { protoFiles, protoFolder } from '@pagebell/protos/proto-files'
import type { PublicReportsDefinition } from '@pagebell/protos/report/v1/PublicReports'
import type { ReportsDefinition } from '@pagebell/protos/report/v1/Reports'

/** The code of the refusal of a caller that does not know the internal secret. */
export const internalSecretRefused = 'internal_secret_refused'

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

/** What goes in and what comes out of a method, on either side. */
export type Shape<Method> =
  Method extends MethodDefinition<infer Input, infer Reply, infer Request, infer Output>
    ? { input: Loose<Input>; reply: Loose<Reply>; request: Request; output: Output }
    : never

const loaded = grpc.loadPackageDefinition(
  loadSync([...protoFiles], {
    includeDirs: [protoFolder],
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: false,
  }),
)

/** Finds a service by its full name among all that are declared. */
export function contract<Definition>(name: string): Contract<Definition> {
  const found = name
    .split('.')
    .reduce<unknown>((scope, part) => (scope as Record<string, unknown> | undefined)?.[part], loaded)
  const { service } = found as grpc.ServiceClientConstructor
  return { name, definition: service }
}

export const Accounts = contract<AccountsDefinition>('pagebell.project.v1.Accounts')
export const Projects = contract<ProjectsDefinition>('pagebell.project.v1.Projects')
export const Channels = contract<ChannelsDefinition>('pagebell.project.v1.Channels')
export const ChannelSettings = contract<ChannelSettingsDefinition>('pagebell.project.v1.ChannelSettings')
export const IgnoredChecks = contract<IgnoredChecksDefinition>('pagebell.project.v1.IgnoredChecks')
export const SignIns = contract<SignInsDefinition>('pagebell.project.v1.SignIns')
export const Reports = contract<ReportsDefinition>('pagebell.report.v1.Reports')
export const PublicReports = contract<PublicReportsDefinition>('pagebell.report.v1.PublicReports')
export const Hooks = contract<HooksDefinition>('pagebell.intake.v1.Hooks')
export const Quotas = contract<QuotasDefinition>('pagebell.intake.v1.Quotas')
export const ForcedBatches = contract<ForcedBatchesDefinition>('pagebell.intake.v1.ForcedBatches')
export const UsageDays = contract<UsageDaysDefinition>('pagebell.intake.v1.UsageDays')
export const Rehearsals = contract<RehearsalsDefinition>('pagebell.intake.v1.Rehearsals')
export const Deliveries = contract<DeliveriesDefinition>('pagebell.notifier.v1.Deliveries')
export const ChannelCare = contract<ChannelCareDefinition>('pagebell.notifier.v1.ChannelCare')
export const EventEndpoints = contract<EventEndpointsDefinition>('pagebell.notifier.v1.EventEndpoints')
