import type { ServiceCopy } from '@pagebell/start/start-system'
import { until } from '@pagebell/testing/until'
import { type LoadClient, startClients } from './load-client.ts'
import type { TestSystem } from './test-system.ts'

export type Restart = { service: string /** Requests that were answered meanwhile. */; answered: number }

/** Customers at every gateway of a system. */
export function startCustomers(system: TestSystem): Promise<LoadClient> {
  const gateways = system.copies.filter(({ service }) => service === 'gateway')
  const gatewayUrls = gateways.map(({ ports }) => `http://127.0.0.1:${ports['GATEWAY_PORT']}`)
  return startClients({ gatewayUrls, system, atOnce: 6 })
}

/** Copy after copy is stopped by SIGTERM, started again and waited for, while customers go on asking. */
export async function* restartEachCopy(
  system: TestSystem,
  clients: LoadClient,
  startAgain = bySupervisor,
): AsyncGenerator<Restart> {
  for (const copy of system.copies) {
    const { service } = copy
    await answersMore(clients, 30, `before ${service} is stopped`)
    const before = clients.answered()
    await startAgain(copy)
    await until(`${service} is ready again`, () => isReady(copy.readyUrl), 60_000)
    yield { service, answered: clients.answered() - before }
  }
  await answersMore(clients, 30, 'after all of that')
}

async function bySupervisor({ service, process }: ServiceCopy): Promise<void> {
  const restarts = process.restarts()
  process.kill('SIGTERM')
  await until(`${service} is started again`, () => process.restarts() > restarts, 30_000)
}

/** Waits until so many more requests have been answered. */
export const answersMore = (clients: LoadClient, many: number, when: string): Promise<unknown> => {
  const before = clients.answered()
  return until(`requests are answered ${when}`, () => clients.answered() >= before + many, 30_000)
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
