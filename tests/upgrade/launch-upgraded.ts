import { endpointsAt } from '@pagebell/channel-settings/all-channels'
import { formatLog } from '@pagebell/start/format-log'
import { readSecrets } from '@pagebell/start/keep-secrets'
import { type LaunchedProcess, launchProcess } from '@pagebell/start/launch-process'
import { serviceEnv } from '@pagebell/start/service-env'
import type { ServiceCopy } from '@pagebell/start/start-system'
import { testRun } from '@pagebell/testing/test-run'
import { quietEnv, type TestSystem } from '../e2e/test-system.ts'
import { databaseUrlsOf } from './prepare-as-operator.ts'

/** Replaces copies with copies of this working copy's code, with the environment of its release. */
export type Upgraded = AsyncDisposable & {
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
  const [ports = {}, ...morePorts] = system.copies
    .filter(({ service }) => service === 'gateway')
    .map((copy) => copy.ports)
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
  return {
    async takePlaceOf({ service, process, ports: own, readyUrl }) {
      const env = {
        ...serviceEnv(service, settings, { ...quietEnv(), NODE_OPTIONS: nodeOptions }),
        ...Object.fromEntries(Object.entries(own).map(([variable, port]) => [variable, String(port)])),
      }
      await process.stop()
      const program = `services/${service}/src/main.ts`
      const onStart = async (): Promise<void> => undefined
      const say = (line: string): void => onLine(formatLog(service, line))
      launched.push(await launchProcess({ name: service, program, env, readyUrl, onLine: say, onStart }))
    },
    async [Symbol.asyncDispose]() {
      const [gateways, rest] = [launched.filter(isGateway), launched.filter((one) => !isGateway(one))]
      await Promise.all(gateways.map((one) => one.stop()))
      await Promise.all(rest.map((one) => one.stop()))
    },
  }
}

const isGateway = ({ name }: LaunchedProcess): boolean => name === 'gateway'
