import { createHmac, randomUUID } from 'node:crypto'
import { intake, nextVersion, test } from './intake-under-test.ts'

export const secret = 'shpss_of_the_shop'
export type Ids = { account_id: string; project_id: string; project: string }
export type Given = {
  kind?: string
  secret?: string
  rules?: object[]
  allow_ips?: string[]
  ids?: Ids
  limits?: object
}

export const newIds = (): Ids => ({ account_id: randomUUID(), project_id: randomUUID(), project: 'example.com' })

export async function newSource({ ids = newIds(), limits = {}, ...given }: Given = {}) {
  const { source, token } = await intake.sources.createSource({
    ...ids,
    kind: given.kind ?? 'shopify',
    name: 'Shop',
    secret: given.secret ?? secret,
    rules: given.rules === undefined ? '' : JSON.stringify(given.rules),
    allow_ips: given.allow_ips ?? [],
    limits: { ...limits, version: nextVersion() },
    idempotency: undefined,
  })
  if (source === null) throw new Error('A source was created without an answer.')
  return { ...ids, source_id: source.source_id, token }
}

export type Sent = {
  headers?: Record<string, string>
  by?: string | undefined
  topic?: string
  delivery?: string
  url?: string
}

export const signed = (body: string, by: string): string => createHmac('sha256', by).update(body).digest('base64')

/** Posts a product as Shopify does. Each delivery has a new id. */
export async function post(token: string, body: object | string, { headers = {}, by = secret, ...sent }: Sent = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${sent.url ?? intake.url}/api/hooks/${token}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': sent.topic ?? 'products/update',
      'x-shopify-webhook-id': sent.delivery ?? randomUUID(),
      'x-shopify-hmac-sha256': signed(text, by),
      ...headers,
    },
    body: text,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape and check what they find
  return { status: response.status, body: (await response.json()) as any }
}

export const product = (id: number, handle: string, more: object = {}) => ({
  id,
  handle,
  status: 'active',
  published_at: '2026-11-01T00:00:00Z',
  ...more,
})
export const urlOf = (handle: string) => `https://example.com/products/${handle}`
export const batchesOf = ({ project_id }: Ids) =>
  test.query('select action, urls, token_id from batch where project_id = $1 order by created_at, action desc', [
    project_id,
  ])
export const changed = (changes: object) => ({
  name: undefined,
  enabled: undefined,
  secret: undefined,
  secret_grace_seconds: 0,
  rules: undefined,
  allow_ips: null,
  ...changes,
})
