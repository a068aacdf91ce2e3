import { setTimeout as pause } from 'node:timers/promises'
import type { CallApi } from './call-api.ts'
import { SmokeProblem } from './smoke-problem.ts'

type Hook = { url: string }
type Submitted = { batch_id: string; accepted: number; results: { verdict: string; reason?: string }[] }
type Delivery = {
  status: string
  reason: string | null
  engine: string | null
  engine_status: number | null
  engine_message: string | null
}

/**
 * Submits a changed page through a webhook, and waits until the engine has taken it. Creates a webhook and revokes it;
 * for a project that has one, pass its address in `hook`, as creating another would revoke it.
 */
export async function submitUrl(
  api: CallApi,
  { project, page, hook }: { project: string; page: string; hook: string | undefined },
): Promise<string[]> {
  const path = `/api/v1/projects/${project}/hook`
  const submitTo = hook ?? (await makeHook(api, path))
  try {
    // A new URL each time: the same one would be a duplicate within the dedupe window.
    const url = new URL(page)
    url.searchParams.set('pagebell-smoke', crypto.randomUUID())
    const startedAt = performance.now()
    const submitted = await api<Submitted>('POST', `${submitTo.replace(/\/submit$/, '')}/submit`, {
      expect: 202,
      body: { urls: [url.href] },
    })
    const took = Math.round(performance.now() - startedAt)
    const [verdict] = submitted.results
    if (submitted.accepted !== 1) {
      throw new SmokeProblem(`The webhook took the URL as ${verdict?.verdict} (${verdict?.reason ?? 'no reason'}).`)
    }
    const delivered = await untilDelivered(api, `/api/v1/projects/${project}/deliveries?batch=${submitted.batch_id}`)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    return [
      `webhook: 202 in ${took} ms, 1 URL accepted, batch ${submitted.batch_id}`,
      `delivery: ${delivered.engine ?? 'the engine'} answered ${delivered.engine_status} after ${seconds} s`,
    ]
  } finally {
    if (hook === undefined) await api('DELETE', path)
  }
}

async function makeHook(api: CallApi, path: string): Promise<string> {
  const existing = await api<unknown>('GET', path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SmokeProblem && / 404 /.test(error.message)) return false
      throw error
    },
  )
  if (existing) throw new SmokeProblem('The project has a webhook already: give its address by --hook.')
  return (await api<{ data: Hook }>('POST', path, { expect: 201 })).data.url
}

async function untilDelivered(api: CallApi, path: string): Promise<Delivery> {
  const deadline = performance.now() + 90_000
  for (;;) {
    const [delivery] = (await api<{ data: Delivery[] }>('GET', path)).data
    if (delivery?.status === 'delivered') return delivery
    const state = delivery === undefined ? 'not in the log' : describe(delivery)
    if (delivery !== undefined && ['rejected', 'dropped', 'held', 'set_aside'].includes(delivery.status)) {
      throw new SmokeProblem(`The URL is ${state}.`)
    }
    if (performance.now() > deadline) throw new SmokeProblem(`After 90 s the URL is ${state}.`)
    await pause(250)
  }
}

const describe = ({ status, reason, engine, engine_status, engine_message }: Delivery): string =>
  [status, reason, engine && `${engine} answered ${engine_status}: ${engine_message}`].filter(Boolean).join('; ')
