import { until } from '@pagebell/testing/until'
import type { TestSystem } from '../e2e/test-system.ts'

type Report = { id: string; url: string; status: string; result: string | null }
type Delivery = { url: string; status: string }

/** The main path of a customer, each step waited for: report, lists, webhook, deliveries, batch, quotas, panel. */
export async function followMainPath(system: TestSystem, name: string): Promise<void> {
  const { sampleSiteUrl: site, publicUrl } = system.addresses
  const { project, hookToken = '' } = system.demo

  const url = `${site}/?${name}`
  const made = await asking('a report', () =>
    system.api<{ data: Report }>('POST', '/reports', { body: { url }, headers: { prefer: 'wait=20' } }),
  )
  const { id } = made.body.data
  await until(
    'the report is rated',
    async () => (await system.api<{ data: Report }>('GET', `/reports/${id}`)).body.data.status === 'done',
    60_000,
  )
  await until(
    'the list has the report',
    async () => {
      const { body } = await system.api<{ data: Report[] }>('GET', '/reports?per_page=10')
      return body.data.some((one) => one.id === id && one.status === 'done')
    },
    20_000,
  )
  await asking('its runs', () => system.api('GET', `/reports/${id}/runs`))

  const urls = Array.from({ length: 20 }, (_, number) => `${site}/${name}/${number}`)
  const sent = await asking('a webhook', () => system.submit(hookToken, urls))
  if (sent.body.accepted !== urls.length) throw new Error(`Only ${sent.body.accepted} of 20 URLs were accepted.`)
  await until(
    'the log shows all delivered',
    async () => {
      const path = `/projects/${project}/deliveries?batch=${sent.body.batch_id}&per_page=100`
      const { body } = await system.api<{ data: Delivery[] }>('GET', path)
      return body.data.length === urls.length && body.data.every(({ status }) => status === 'delivered')
    },
    90_000,
  )
  const received = new Set(await system.received())
  const missing = urls.filter((one) => !received.has(one))
  if (missing.length > 0) throw new Error(`The engine has not received ${missing.join(', ')}.`)
  await asking('its batch', () => fetch(`${publicUrl}/api/hooks/${hookToken}/batches/${sent.body.batch_id}`))
  await asking('the account', () => system.api('GET', '/account'))
  await asking('the panel', () => fetch(`${publicUrl}/sign-in`))
}

/** Retries while the response is 503. */
function asking<T extends { status: number }>(what: string, ask: () => Promise<T>): Promise<T> {
  return until(
    `${what} succeeds`,
    async () => {
      const answer = await ask()
      if (answer.status >= 300 && answer.status !== 503) throw new Error(`${what}: ${answer.status}`)
      return answer.status < 300 && answer
    },
    60_000,
  )
}
