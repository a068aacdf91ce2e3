import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import type { System } from '@pagebell/start/start-system'
import { waitUntil } from '@pagebell/start/wait-until'

const reportCount = 110

/** Makes the demo account unlimited and creates rated reports of the sample site. Returns their ids and the API key. */
export async function makeReports({ addresses, demo, env }: System) {
  const key = demo.apiKey
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${addresses.publicUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
  await using accounts = connectRpc(Accounts, {
    address: env['PROJECT_RPC'] ?? '',
    internalToken: env['INTERNAL_TOKEN'] ?? '',
  })
  // The load exceeds the rate limit of every plan, and limits are not measured here.
  const { account_id: accountId } = await accounts.changePlan({ email: demo.email, plan: 'unlimited' })

  const ids: string[] = []
  for (let made = 0; made < reportCount; made++) {
    const url = `${addresses.sampleSiteUrl}/?page=${made}`
    ids.push((await call<{ data: { id: string } }>('POST', '/reports', { url })).data.id)
  }
  const rated = async (result: string): Promise<number> =>
    (await call<{ meta: { total: number } }>('GET', `/reports?result=${result}`)).meta.total
  const areDone = async (): Promise<boolean> => {
    const totals = await Promise.all(['good', 'decent', 'bad'].map(rated))
    return totals.reduce((sum, total) => sum + total, 0) >= reportCount
  }
  await waitUntil(areDone, { timeoutMs: 300_000, failure: () => new Error('The reports were not rated in time.') })
  return { key, accountId, reportIds: ids }
}
