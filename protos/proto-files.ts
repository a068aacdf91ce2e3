import { fileURLToPath } from 'node:url'

/** The folder that holds the .proto files; import paths inside them are relative to it. */
export const protoFolder = fileURLToPath(new URL('.', import.meta.url))

type PlaceOf<Path> = Path extends `pagebell/${infer Place}.proto` ? Place : never
/** A contract by its place under `pagebell/`, such as `report/v1/report`. */
export type ProtoFile = PlaceOf<(typeof protoFiles)[number]>

/** Every contract, relative to {@link protoFolder}. */
export const protoFiles = [
  'pagebell/project/v1/project.proto',
  'pagebell/project/v1/channel_settings.proto',
  'pagebell/project/v1/ignored_checks.proto',
  'pagebell/project/v1/sign_ins.proto',
  'pagebell/report/v1/report.proto',
  'pagebell/report/v1/alerts.proto',
  'pagebell/report/v1/public_reports.proto',
  'pagebell/report/v1/public_site_reports.proto',
  'pagebell/report/v1/scores.proto',
  'pagebell/report/v1/schedules.proto',
  'pagebell/report/v1/site_reports.proto',
  'pagebell/report/v1/site_runs.proto',
  'pagebell/intake/v1/intake.proto',
  'pagebell/intake/v1/rehearsals.proto',
  'pagebell/intake/v1/forced_batches.proto',
  'pagebell/intake/v1/requests.proto',
  'pagebell/intake/v1/sources.proto',
  'pagebell/intake/v1/submissions.proto',
  'pagebell/intake/v1/usage_days.proto',
  'pagebell/intake/v1/found_urls.proto',
  'pagebell/notifier/v1/notifier.proto',
  'pagebell/notifier/v1/channel_care.proto',
  'pagebell/notifier/v1/email_links.proto',
  'pagebell/notifier/v1/delivery_counts.proto',
  'pagebell/notifier/v1/event_endpoints.proto',
  'pagebell/pages/v1/pages.proto',
  'pagebell/pages/v1/watches.proto',
  'pagebell/pages/v1/subscriptions.proto',
  'pagebell/rpc/v1/carriage.proto',
] as const
