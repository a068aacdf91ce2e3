import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type HubSubscription = { topic: string; callback: string; secret: string; leaseSeconds: number }

/** What was asked of the hub, in order. */
export type HubCall = { mode: string; topic: string; callback: string; secret: string | null; leaseSeconds: number }

/** How the hub behaves. It verifies each request unless `verifies` is never. */
export type HubBehaviour = {
  /** Of the answer to a request; 202 if absent. */
  status?: number
  /** Where a request is sent on to. */
  location?: string
  /** never: it accepts, and verifies nothing; first: before it answers. */
  verifies?: 'afterwards' | 'first' | 'never'
  denies?: boolean
  /** Granted in place of what was asked. */
  leaseSeconds?: number
  /** Called before the answer, which waits for it. */
  before?: () => Promise<void>
}

export type Publication = {
  body?: string
  method?: 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'none'
  /** In place of the secret of the subscription. */
  secret?: string
}

/**
 * A hub as the Recommendation describes it (https://www.w3.org/TR/websub/, sections 5 to 7), which keeps its
 * subscriptions in memory.
 */
export async function startWebSubHub() {
  const subscriptions = new Map<string, HubSubscription>()
  const calls: HubCall[] = []
  /** The status and body of each verification. */
  const verifications: { mode: string; status: number; isEchoed: boolean }[] = []
  const working = new Set<Promise<void>>()
  let behaviour: HubBehaviour = {}
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await text(request))
    const call: HubCall = {
      mode: fields.get('hub.mode') ?? '',
      topic: fields.get('hub.topic') ?? '',
      callback: fields.get('hub.callback') ?? '',
      secret: fields.get('hub.secret'),
      leaseSeconds: Number(fields.get('hub.lease_seconds')),
    }
    const { status = 202, location, verifies = 'afterwards', before } = behaviour
    calls.push(call)
    await before?.()
    if (verifies === 'first') await track(verify(call))
    response.writeHead(status, location === undefined ? {} : { location }).end('what a hub writes')
    if (verifies === 'afterwards' && status === 202) await track(verify(call))
  }

  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => working.delete(tracked))
    working.add(tracked)
    return tracked
  }

  /** Section 5.3: asks the subscriber whether it wants what was requested in its name. */
  async function verify({ mode, topic, callback, secret, leaseSeconds }: HubCall): Promise<void> {
    if (behaviour.denies) {
      await askBack(callback, { 'hub.mode': 'denied', 'hub.topic': topic, 'hub.reason': 'not here' })
      return
    }
    const granted = behaviour.leaseSeconds ?? leaseSeconds
    const challenge = randomBytes(12).toString('base64url')
    const lease = mode === 'subscribe' ? { 'hub.lease_seconds': String(granted) } : {}
    const parameters = { 'hub.mode': mode, 'hub.topic': topic, 'hub.challenge': challenge, ...lease }
    const { status, body } = await askBack(callback, parameters)
    const isEchoed = status >= 200 && status < 300 && body === challenge
    verifications.push({ mode, status, isEchoed })
    if (!isEchoed) return
    const key = `${topic} ${callback}`
    if (mode === 'unsubscribe') subscriptions.delete(key)
    else subscriptions.set(key, { topic, callback, secret: secret ?? '', leaseSeconds: granted })
  }

  return {
    url,
    subscriptions,
    calls,
    verifications,
    behave(next: HubBehaviour): void {
      behaviour = next
    },

    /** Section 7: delivers to all subscribers of a topic; returns their answers. */
    async publish(topic: string, { body = '<feed/>', method = 'sha256', secret }: Publication = {}): Promise<number[]> {
      const ofTopic = [...subscriptions].filter(([, subscription]) => subscription.topic === topic)
      return Promise.all(
        ofTopic.map(async ([key, { callback, secret: ofSubscription }]) => {
          const signed = method === 'none' ? {} : { 'x-hub-signature': sign(method, secret ?? ofSubscription, body) }
          const link = `<${url}>; rel="hub", <${topic}>; rel="self"`
          const headers = { 'content-type': 'application/atom+xml', link, ...signed }
          const response = await fetch(callback, { method: 'POST', headers, body })
          await response.arrayBuffer()
          if (response.status === 410) subscriptions.delete(key)
          return response.status
        }),
      )
    },

    /** Waits for verifications that are under way. */
    settled: () => Promise.all(working),

    async [Symbol.asyncDispose]() {
      await Promise.allSettled(working)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type WebSubHub = Awaited<ReturnType<typeof startWebSubHub>>

const sign = (method: string, secret: string, body: string): string =>
  `${method}=${createHmac(method, secret).update(body).digest('hex')}`

async function askBack(callback: string, parameters: Record<string, string>) {
  const url = new URL(callback)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const response = await fetch(url)
  return { status: response.status, body: await response.text() }
}
