import { brokerVariables } from '@pagebell/broker/broker-variables'
import { databaseVariables } from '@pagebell/postgres/database-variables'
import { peerVariables } from '@pagebell/rpc/credentials'
import { processVariables, settingsKey } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { fetchVariables } from '@pagebell/safe-fetch/fetch-variables'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the pages service. */
export const config = Type.Object({
  ...databaseVariables,
  ...brokerVariables,
  ...peerVariables,
  ...settingsKey('the secrets of subscriptions to hubs'),
  ...processVariables,
  PAGES_RPC_PORT: port(50_055, 'gRPC'),
  INTAKE_RPC: Type.String({ description: "host:port of intake's gRPC", default: '127.0.0.1:50053' }),
  PAGES_HEALTH_PORT: port(9_108, '/livez and /readyz'),
  CHECKED_HOSTS_AT_ONCE: Type.Integer({
    description: 'hosts whose pages one process checks at once; an account gets a quarter of them at most',
    default: 32,
    minimum: 1,
  }),
  PUBLIC_URL: withRisk(
    'public-url',
    Type.String({
      description: 'named in the User-Agent; the address under which hubs call',
      default: 'http://127.0.0.1:8080',
    }),
  ),
  ...fetchVariables,
})

export type Config = Static<typeof config>

/** The items of a comma-separated variable. */
export function splitList(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || [])
}

/** How fast the service works; component tests work faster. Milliseconds. */
export type Timing = {
  /** Between two searches for due checks. */
  poll: number
  /** Between two sweeps of what is old. */
  sweep: number
  /** For how long a host stays with one account and copy before it is free for others. */
  slice: number
  /** For how long a copy that has died keeps a host. */
  lease: number
  /** From one request to a host to the next: five a second. */
  interval: number
  /** How long a check on request works; what it does not reach is `not_checked`. */
  request: number
  /** From one request for the page that a batch waits for to the next. */
  wait: number
  /** From one request for a page that is compared with itself to the next. */
  compare: number
  /** Between two searches for due scans, for pages to look at, and for pages to hand over. */
  watchPoll: number
  /** All times of holds and retries are multiplied by this. */
  waitFactor: number
}

export const timing: Timing = {
  poll: 250,
  sweep: 600_000,
  slice: 10_000,
  lease: 45_000,
  interval: 200,
  request: 30_000,
  wait: 10_000,
  compare: 10_000,
  watchPoll: 1_000,
  waitFactor: 1,
}
