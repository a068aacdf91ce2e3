import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@pagebell/messages/define-message'
import { batchUrls, type urlsSubmitted } from '@pagebell/messages/urls-submitted'
import type { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import { hashUrl } from './delivery.ts'

/** A batch, or a part of one, as either version of urls.submitted has it. */
export type SubmittedBatch = Body<typeof urlsSubmitted> & {
  /** Deliveries of the whole batch; absent where the message does not say. */
  batch_urls?: number
  traceparent?: string
}

export type NewDelivery = { id: string; url: string; urlHash: Buffer; host: string }

type Envelope = { traceparent?: string | undefined; extensions: Record<string, string> }

/** The batch of a message of version 1, with what its envelope says of it. */
export function readV1(body: Body<typeof urlsSubmitted>, { traceparent, extensions }: Envelope): SubmittedBatch {
  const size = extensions[batchUrls] ?? ''
  return {
    ...body,
    ...(/^[1-9]\d{0,8}$/.test(size) && { batch_urls: Number(size) }),
    ...(traceparent !== undefined && { traceparent }),
  }
}

/** The batches of a message of version 2. */
export const readV2 = ({ batches, ...project }: Body<typeof urlsSubmittedV2>): SubmittedBatch[] =>
  batches.map((batch) => ({ ...project, ...batch }))

/** The deliveries of a batch; `host` is undefined for a URL without one. */
export const newDeliveries = ({ urls }: SubmittedBatch): (Omit<NewDelivery, 'host'> & { host: string | undefined })[] =>
  urls.map((url) => ({ id: randomUUIDv7(), url, urlHash: hashUrl(url), host: URL.parse(url)?.host || undefined }))
