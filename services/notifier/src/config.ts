import { brokerVariables } from '@pagebell/broker/broker-variables'
import { allChannels, endpointVariables } from '@pagebell/channel-settings/all-channels'
import { databaseVariables, replicaVariables } from '@pagebell/postgres/database-variables'
import { peerVariables } from '@pagebell/rpc/credentials'
import { processVariables, settingsKey } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { fetchVariables } from '@pagebell/safe-fetch/fetch-variables'
import { type Static, Type } from '@pagebell/schema/type'
import { type EventRetryPolicy, eventRetryPolicy } from './event-endpoints/event-retry-policy.ts'
import { type RetryPolicy, retryPolicy } from './retry-policy.ts'

/** The environment of the notifier service. */
export const config = Type.Object({
  ...databaseVariables,
  ...replicaVariables,
  ...brokerVariables,
  ...peerVariables,
  ...settingsKey('the secrets of event endpoints'),
  ...processVariables,
  NOTIFIER_RPC_PORT: port(50_054, 'gRPC'),
  NOTIFIER_HEALTH_PORT: port(9_106, '/livez and /readyz'),
  PROJECT_RPC: Type.String({ description: 'host:port of the project service', default: '127.0.0.1:50051' }),
  PUBLIC_URL: withRisk(
    'public-url',
    Type.String({
      description: 'named in the User-Agent of key checks, and begins the links in events',
      default: 'http://127.0.0.1:8080',
    }),
  ),
  ...endpointVariables,
  ENGINE_REQUESTS_PER_SECOND: Type.Number({
    description: 'requests to one engine, by all copies together',
    default: 50,
    exclusiveMinimum: 0,
  }),
  ENGINE_LANES: Type.Integer({ description: 'requests to one engine at once, by each copy', default: 4, minimum: 1 }),
  BATCH_RETENTION_DAYS: Type.Integer({
    description: 'days for which deliveries that have ended, and attempts, are kept',
    default: 90,
    minimum: 1,
  }),
  CHECK_TIMEOUT_SECONDS: Type.Number({
    description: 'URLs with pre-flight that have no verdict after so long are sent unchecked',
    default: 1_800,
    exclusiveMinimum: 0,
  }),
  EVENT_ENDPOINTS_PER_PROJECT: Type.Integer({
    description: 'event endpoints that a project may have',
    default: 10,
    minimum: 1,
    maximum: 100,
  }),
  SMTP_URL: Type.String({
    description:
      'the mail server for events by e-mail: smtp:// (STARTTLS is required) or smtps://, with user and password; empty: no e-mail. ?tls=none sends without TLS',
    default: '',
  }),
  EMAIL_FROM: Type.String({
    description: 'who mails are from, as Pagebell <pagebell@example.com>; required with SMTP_URL',
    default: '',
  }),
  EMAIL_CONFIRMATIONS_PER_DAY: Type.Integer({
    description: 'addresses that an account may have asked for confirmation in 24 hours',
    default: 20,
    minimum: 1,
    maximum: 1_000,
  }),
  ...fetchVariables,
})

export type Config = Static<typeof config>

/** Channel id → the operator's endpoint. A channel whose variable is empty has none. */
export function operatorEndpoints(settings: Config): ReadonlyMap<string, string> {
  const endpoints = Object.values(allChannels).map(({ id, endpoint }) => [id, settings[endpoint.variable]] as const)
  return new Map(endpoints.filter(([, endpoint]) => endpoint !== ''))
}

/** What requests to sites, event receivers and endpoint overrides may reach, and how they name themselves. */
export const publicReach = ({ FETCH_ALLOW, DNS_SERVERS, PUBLIC_URL }: Config) => ({
  allow: readList(FETCH_ALLOW),
  dnsServers: readList(DNS_SERVERS),
  userAgent: `PagebellBot/1.0 (+${PUBLIC_URL})`,
})

const readList = (text: string): string[] => text.split(',').flatMap((item) => item.trim() || [])

/** How fast the service works; component tests work faster. Milliseconds. */
export type Timing = {
  deliveries: RetryPolicy
  events: EventRetryPolicy
  /** Seconds of requests that an endpoint's rate limit lets through at once after a quiet time. */
  burstSeconds: number
  /** Time-out of a request to an engine. */
  engineTimeout: number
  /** Time-out of a mail, from the connection to its reply. */
  mailTimeout: number
  /** Between two searches for due deliveries or events. */
  poll: number
  /** How long the settings of a channel are cached. */
  settingsTtl: number
  /** Between two sweeps of the delivery log. */
  logSweep: number
  /** Between two searches for deliveries whose verdict is late. */
  lateSweep: number
  /** Between two searches for projects with deliveries on hold, and between two counts of one. */
  holdSweep: number
  holdCount: number
  /** Between two searches for resumed channels with deliveries that are still held. */
  resumeSweep: number
}

export const timing: Timing = {
  deliveries: retryPolicy,
  events: eventRetryPolicy,
  burstSeconds: 2,
  engineTimeout: 10_000,
  mailTimeout: 30_000,
  poll: 200,
  settingsTtl: 5_000,
  logSweep: 600_000,
  lateSweep: 5_000,
  holdSweep: 60_000,
  holdCount: 3_600_000,
  resumeSweep: 2_000,
}
