import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Accounts } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import type { TestSystem } from '../../e2e/test-system.ts'
import { mapAtOnce } from './at-once.ts'

/** An account with a project and its webhook. */
export type Customer = { email: string; password: string; key: string; project: string; hookToken: string }

/** Where everything is, and who the victims are: plain data, which threads can be handed. */
export type World = {
  publicUrl: string
  intakeUrl: string
  sampleSiteUrl: string
  victims: Customer[]
}

export function worldOf(system: TestSystem, victims: Customer[]): World {
  const { publicUrl, sampleSiteUrl } = system.addresses
  return { publicUrl, sampleSiteUrl, intakeUrl: `http://127.0.0.1:${system.ports['INTAKE_PORT']}`, victims }
}

/** New accounts without limits: what holds an attack back is fairness, not a plan. */
export async function makeCustomers(system: TestSystem, role: string, count: number): Promise<Customer[]> {
  const address = system.env['PROJECT_RPC'] ?? ''
  const internalToken = system.env['INTERNAL_TOKEN'] ?? ''
  await using accounts = connectRpc(Accounts, { address, internalToken, caller: 'admin' })
  return await mapAtOnce(2, count, async (number) => {
    const email = `${role}-${number}@example.com`
    const { password, api_key: key } = await accounts.createAccount(
      { email, plan: 'unlimited' },
      { deadlineMs: 60_000 },
    )
    const project = `${role}-${number}.example`
    const post = <Body>(path: string, body?: object) => system.api<Body>('POST', path, { key, ...(body && { body }) })
    await asking(() => post('/projects', { project }))
    const hook = await asking(() => post<{ data: { token: string } }>(`/projects/${project}/hook`))
    return { email, password, key, project, hookToken: hook.data.token }
  })
}

/** Retries while the response has Retry-After: the responses of a system that has just started are not measured. */
function asking<Body>(ask: () => Promise<{ status: number; body: Body }>): Promise<Body> {
  return until(
    'the customers are made',
    async () => {
      const { status, body } = await ask()
      if (status !== 201) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    60_000,
  )
}
