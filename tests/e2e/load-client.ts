import { Agent, buildConnector, request } from 'undici'
import type { TestSystem } from './test-system.ts'

export type LoadClient = AsyncDisposable & {
  /** Requests that have been answered, whatever the answer. */
  answered(): number
  /** Ends when every client has its last answer; tells of each request that was not answered as it should be. */
  stop(): Promise<string[]>
}

type Asking = { method: 'GET' | 'POST'; path: string; body?: object; headers?: Record<string, string>; good: number[] }

/**
 * Customers who ask the API, send webhooks and look at pages, each one thing after another, on connections that they keep.
 * They go to the next gateway where one refuses to be connected to, as a balancer would have them; nothing is sent twice.
 */
export async function startClients(options: {
  gatewayUrls: string[]
  system: TestSystem
  atOnce: number
}): Promise<LoadClient> {
  const { gatewayUrls, system, atOnce } = options
  const [origin = ''] = gatewayUrls
  const agent = new Agent({ connections: atOnce, connect: connectInTurn(gatewayUrls) })
  const token = system.demo.hookToken ?? ''
  const site = system.addresses.sampleSiteUrl
  const made = await system.api<{ data: { id: string } }>('POST', '/reports', { body: { url: `${site}/` } })
  const sent = await system.submit(token, [`${site}/first`])

  const wrong: string[] = []
  let answered = 0
  let next = 0
  let stopped = false

  const askings: (() => Asking)[] = [
    () => get(`/reports/${made.body.data.id}`),
    () => get('/reports?per_page=10'),
    () => submit(),
    () => get('/projects'),
    () => get('/account'),
    () => submit(),
    () => get('/projects/127.0.0.1/deliveries'),
    () => get(`/reports/${made.body.data.id}/runs`),
    () => ({ method: 'GET', path: `/api/hooks/${token}/batches/${sent.body.batch_id}`, good: [200] }),
    () => ({ method: 'GET', path: '/sign-in', good: [200] }),
    () => ({
      method: 'POST',
      path: '/api/v1/reports',
      body: { url: `${site}/rolling/${next++}` },
      headers: { prefer: 'wait=1' },
      good: [201, 202],
    }),
  ]
  const get = (path: string): Asking => ({ method: 'GET', path: `/api/v1${path}`, good: [200] })
  const submit = (): Asking => ({
    method: 'POST',
    path: `/api/hooks/${token}/submit`,
    body: { urls: Array.from({ length: 5 }, () => `${site}/rolling/${next++}`) },
    good: [202],
  })

  async function ask({ method, path, body, headers, good }: Asking): Promise<void> {
    try {
      const response = await request(`${origin}${path}`, {
        dispatcher: agent,
        method,
        headers: {
          authorization: `Bearer ${system.demo.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.body.text()
      if (!good.includes(response.statusCode)) wrong.push(`${method} ${path}: ${response.statusCode} ${text}`)
    } catch (error) {
      wrong.push(`${method} ${path}: ${String(error)}`)
    }
    answered++
  }

  async function customer(_: unknown, number: number): Promise<void> {
    for (let turn = number; !stopped; turn++) {
      const asking = askings[turn % askings.length]
      if (asking !== undefined) await ask(asking())
    }
  }

  const customers = Promise.all(Array.from({ length: atOnce }, customer))
  const stop = async (): Promise<string[]> => {
    stopped = true
    await customers
    return wrong
  }
  return {
    answered: () => answered,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await agent.close()
    },
  }
}

/** Until a connection is made nothing has been sent. */
function connectInTurn(urls: string[]): buildConnector.connector {
  const connect = buildConnector({})
  let turn = 0
  return (options, callback) => {
    turn++
    const inTurn = urls.map((_, index) => new URL(urls[(turn + index) % urls.length] ?? ''))
    const attempt = ([url, ...others]: URL[]): void => {
      if (url === undefined) {
        callback(new Error('There is no gateway to connect to.'), null)
        return
      }
      connect({ ...options, hostname: url.hostname, host: url.host, port: url.port }, (error, socket) => {
        if (error === null) callback(null, socket)
        else if (others.length > 0) attempt(others)
        else callback(error, null)
      })
    }
    attempt(inTurn)
  }
}
