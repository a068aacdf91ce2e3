import type { components } from './generated/api-types.ts'
import { type Connection, send } from './send.ts'
import type { RequestOptions } from './typed-calls.ts'

export type WebhookOptions = Connection & {
  /** The token of the webhook of a project: pbh_… */
  token: string
}

type Schemas = components['schemas']
export type SubmitOptions = RequestOptions & {
  /** Judges the URLs, and changes and charges nothing. */
  dryRun?: boolean
}

export type Webhook = {
  /** Submits URLs that changed. A repetition with the same Idempotency-Key within 24 hours has no second effect. */
  submit(request: Schemas['SubmitUrls'], options?: SubmitOptions): Promise<Schemas['SubmittedUrls']>
  /** What has become of the URLs of a batch. */
  batch(batchId: string, options?: RequestOptions): Promise<Schemas['Batch']>
}

/** Calls of the webhook of a project, which need its token and no key. Throws PagebellError and PagebellConnectionError. */
export function createWebhook(connection: WebhookOptions): Webhook {
  return {
    async submit(request, { dryRun = false, idempotencyKey = crypto.randomUUID(), ...options } = {}) {
      const call = { method: 'POST', path: '/api/hooks/submit', body: request, idempotencyKey, ...options }
      const answer = await send(connection, { ...call, ...(dryRun && { query: { dry_run: 1 } }) })
      return answer as Schemas['SubmittedUrls']
    },
    async batch(batchId, options = {}) {
      const path = `/api/hooks/${encodeURIComponent(connection.token)}/batches/${encodeURIComponent(batchId)}`
      return (await send(connection, { method: 'GET', path, ...options })) as Schemas['Batch']
    },
  }
}
