import { serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { testRedis } from '@pagebell/testing/test-redis'
import type { InjectOptions } from 'fastify'
import type { Config } from '../src/config.ts'
import { startService } from '../src/service.ts'
import { fakeAccounts } from './fakes/accounts.fake.ts'
import { fakeAlerts } from './fakes/alerts.fake.ts'
import { fakeChannelStatus } from './fakes/channel-status.fake.ts'
import { fakeChannelSettings } from './fakes/channels.fake.ts'
import { fakeDeliveries } from './fakes/deliveries.fake.ts'
import { fakeEmailLinks } from './fakes/email-links.fake.ts'
import { fakeEventEndpoints } from './fakes/event-endpoints.fake.ts'
import { fakeIgnoredChecks } from './fakes/ignored-checks.fake.ts'
import { fakeIntake } from './fakes/intake.fake.ts'
import { fakePages } from './fakes/pages.fake.ts'
import { fakeProjects } from './fakes/projects.fake.ts'
import { fakeReports } from './fakes/reports.fake.ts'
import { fakeRequests } from './fakes/requests.fake.ts'
import { fakeResubmissions } from './fakes/resubmissions.fake.ts'
import { fakeSchedules } from './fakes/schedules.fake.ts'
import { fakeSiteReports } from './fakes/site-reports.fake.ts'
import { fakeSources } from './fakes/sources.fake.ts'
import { fakeSubmissions } from './fakes/submissions.fake.ts'
import { fakeSubscriptions } from './fakes/subscriptions.fake.ts'
import { fakeWatches } from './fakes/watches.fake.ts'

export const publicOrigin = 'https://pagebell.example'
const internalToken = 'the services of this test'
/** Nothing listens there. */
const nowhere = '127.0.0.1:9'

type Changes = Partial<
  Pick<Config, 'REDIS_URL' | 'AMQP_URL' | 'AMQP_PREFIX' | 'INTAKE_URL' | 'PANEL_URL' | 'TRUST_PROXY'>
>

/**
 * The gateway on real Redis and real gRPC, with fakes of the services behind it. Without AMQP_URL it has no broker, as while
 * RabbitMQ is away.
 */
export async function startGateway(changes: Changes = {}) {
  const lines: string[] = []
  const log = createLog('gateway', 'debug', { write: (line: string) => void lines.push(line) })
  await using starting = new AsyncDisposableStack()
  const accounts = fakeAccounts()
  const projects = fakeProjects()
  const channelStatus = fakeChannelStatus()
  const channels = fakeChannelSettings()
  const ignoredChecks = fakeIgnoredChecks()
  const reports = fakeReports()
  const alerts = fakeAlerts()
  const schedules = fakeSchedules()
  const siteReports = fakeSiteReports()
  const intake = fakeIntake()
  const deliveries = fakeDeliveries()
  const endpoints = fakeEventEndpoints()
  const resubmissions = fakeResubmissions()
  const requests = fakeRequests()
  const sources = fakeSources()
  const submissions = fakeSubmissions()
  const pages = fakePages()
  const watches = fakeWatches()
  const subscriptions = fakeSubscriptions()
  const emailLinks = fakeEmailLinks()

  const serve = async (services: Parameters<typeof serveRpc>[0]['services']) =>
    starting.use(await serveRpc({ port: 0, internalToken, log: createLog('fake', 'silent'), services }))
  const servers = {
    project: await serve([accounts.service, projects.service, channels.service, ignoredChecks.service]),
    report: await serve([alerts.service, reports.service, schedules.service, siteReports.service]),
    intake: await serve([
      ...intake.services,
      resubmissions.service,
      requests.service,
      sources.service,
      submissions.service,
    ]),
    pages: await serve([pages.service, watches.service, subscriptions.service]),
    notifier: await serve([...deliveries.services, channelStatus.service, emailLinks.service, ...endpoints.services]),
  }
  const addressOf = (name: keyof typeof servers) => `127.0.0.1:${servers[name].port}`

  const shared = testRedis()
  starting.defer(() => shared.cleanUp())
  const { REDIS_URL = shared.url, ...otherChanges } = changes
  const config: Config = {
    HOST: '127.0.0.1',
    GATEWAY_PORT: 0,
    GATEWAY_HEALTH_PORT: 0,
    PUBLIC_URL: publicOrigin,
    HOOKS_URL: 'https://hooks.example',
    TRUST_PROXY: '',
    INTAKE_URL: `http://${nowhere}`,
    PANEL_URL: `http://${nowhere}`,
    PROJECT_RPC: addressOf('project'),
    REPORT_RPC: addressOf('report'),
    INTAKE_RPC: addressOf('intake'),
    NOTIFIER_RPC: addressOf('notifier'),
    PAGES_RPC: addressOf('pages'),
    INTERNAL_TOKEN: internalToken,
    REDIS_URL: withoutCommandTimeout(REDIS_URL),
    REDIS_PREFIX: shared.prefix,
    AMQP_URL: `amqp://${nowhere}`,
    AMQP_PREFIX: '',
    LOG_LEVEL: 'debug',
    ...otherChanges,
  }
  const { app, port, healthPort } = starting.use(await startService(config, log))

  const account = accounts.addAccount({
    urls_per_day: 100,
    urls_per_month: 1_000,
    api_keys: 20,
    projects: 50,
    reports: 5_000,
  })
  const { secret } = accounts.addKey(account)
  const ask = (options: InjectOptions | string, key: string = secret) => {
    const { headers, ...rest } = typeof options === 'string' ? { url: options, headers: {} } : options
    return app.inject({ ...rest, headers: { authorization: `Bearer ${key}`, ...headers } })
  }

  return {
    app,
    port,
    healthPort,
    ask,
    account,
    lines,
    servers,
    accounts,
    projects,
    channelStatus,
    channels,
    ignoredChecks,
    reports,
    schedules,
    siteReports,
    intake,
    deliveries,
    endpoints,
    resubmissions,
    requests,
    sources,
    submissions,
    pages,
    watches,
    subscriptions,
    emailLinks,
    ...disposable(starting.move()),
  }
}

/** A slow answer on a busy machine is not what these tests take for an outage of Redis; ioredis ignores a text here. */
function withoutCommandTimeout(redisUrl: string): string {
  const url = new URL(redisUrl)
  url.searchParams.set('commandTimeout', 'none')
  return url.href
}

const disposable = (running: AsyncDisposableStack) => ({ [Symbol.asyncDispose]: () => running.disposeAsync() })

export type Gateway = Awaited<ReturnType<typeof startGateway>>
