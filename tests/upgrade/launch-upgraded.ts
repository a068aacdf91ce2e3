import { endpointsAt } from '@pagebell/channel-settings/all-channels'
import type { Ports } from '@pagebell/start/choose-ports'
import { formatLog } from '@pagebell/start/format-log'
import { freePort } from '@pagebell/start/free-port'
import { readSecrets } from '@pagebell/start/keep-secrets'
import { type LaunchedProcess, launchProcess } from '@pagebell/start/launch-process'
import { portVariables } from '@pagebell/start/port-variables'
import { serviceEnv } from '@pagebell/start/service-env'
import { type ServiceName, services } from '@pagebell/start/service-list'
import type { ServiceCopy } from '@pagebell/start/start-system'
import { testRun } from '@pagebell/testing/test-run'
import { quietEnv, type TestSystem } from '../e2e/test-system.ts'
import { databaseUrlsOf } from './prepare-as-operator.ts'

/** Replaces copies with copies of this working copy's code, with the environment of its release. */
export type Upgraded = AsyncDisposable & {
  /** Starts the services that the version before has not, as many copies of each as it has gateways. */
  startAdded(): Promise<ServiceName[]>
  /** Stops the copy by SIGTERM and starts the new one on its ports. */
  takePlaceOf(copy: ServiceCopy): Promise<void>
}

export async function launchUpgraded(
  system: TestSystem,
  nodeOptions: string,
  onLine: (line: string) => void,
): Promise<Upgraded> {
  const { redisUrl, amqpUrl } = testRun()
  const { publicUrl, sandboxUrl } = system.addresses
  const { internalToken, settingsKey } = await readSecrets(system.dataDir)
  const sets = await Promise.all(
    system.copies.filter(({ service }) => service === 'gateway').map((copy) => withAddedPorts(copy.ports)),
  )
  const [ports = {}, ...morePorts] = sets
  const settings = {
    ports,
    morePorts,
    host: '127.0.0.1',
    publicUrl,
    databaseUrls: await databaseUrlsOf(system),
    redisUrl,
    amqpUrl,
    prefix: system.env['REDIS_PREFIX'] ?? '',
    internalToken,
    settingsKey,
    fetchAllow: '127.0.0.1/32',
    engineEndpoints: endpointsAt(sandboxUrl),
  }
  const launched: LaunchedProcess[] = []
  async function launch(service: ServiceName, own: Ports, readyUrl: string): Promise<void> {
    const env = {
      ...serviceEnv(service, settings, { ...quietEnv(), NODE_OPTIONS: nodeOptions }),
      ...Object.fromEntries(Object.entries(own).map(([variable, port]) => [variable, String(port)])),
    }
    const program = `services/${service}/src/main.ts`
    const onStart = async (): Promise<void> => undefined
    const say = (line: string): void => onLine(formatLog(service, line))
    launched.push(await launchProcess({ name: service, program, env, readyUrl, onLine: say, onStart }))
  }
  return {
    async startAdded() {
      const added = services.filter((service) => !system.copies.some((copy) => copy.service === service))
      for (const service of added) {
        const healthPort = `${service.toUpperCase()}_HEALTH_PORT`
        for (const own of sets) await launch(service, own, `http://127.0.0.1:${own[healthPort]}/readyz`)
      }
      return added
    },
    async takePlaceOf({ service, process, ports: own, readyUrl }) {
      await process.stop()
      await launch(service, own, readyUrl)
    },
    async [Symbol.asyncDispose]() {
      const [gateways, rest] = [launched.filter(isGateway), launched.filter((one) => !isGateway(one))]
      await Promise.all(gateways.map((one) => one.stop()))
      await Promise.all(rest.map((one) => one.stop()))
    },
  }
}

/** The ports of a copy, with free ones for what the version before does not listen on. */
async function withAddedPorts(ports: Ports): Promise<Ports> {
  const missing = portVariables.filter(({ variable }) => ports[variable] === undefined)
  const added = await Promise.all(missing.map(async ({ variable }) => [variable, await freePort()] as const))
  return { ...ports, ...Object.fromEntries(added) }
}

const isGateway = ({ name }: LaunchedProcess): boolean => name === 'gateway'
