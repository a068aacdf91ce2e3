import { followCursor } from '@pagebell/rpc/follow-cursor'
import type { BatchDelivery } from './batch-status.ts'

/** Few enough for one gRPC message, whatever the engines have answered. */
const perPage = 2_000

type Request = { account_id: string; batch_id: string; urls: string[]; per_page: number; cursor: string | undefined }
export type GetBatch = (request: Request) => Promise<{ deliveries: BatchDelivery[]; next_cursor?: string | undefined }>

/** What the notifier knows of these URLs of a batch: a delivery for each URL and channel. */
export async function findDeliveries(
  getBatch: GetBatch,
  { accountId, batchId, urls }: { accountId: string; batchId: string; urls: string[] },
): Promise<BatchDelivery[]> {
  const ofBatch = new Set(urls)
  const found: BatchDelivery[] = []
  const request = { account_id: accountId, batch_id: batchId, urls: [...ofBatch], per_page: perPage }
  for await (const { deliveries } of followCursor((cursor) => getBatch({ ...request, cursor }))) {
    // A notifier of the previous version replies with the whole batch.
    for (const delivery of deliveries) if (ofBatch.has(delivery.url)) found.push(delivery)
  }
  return found
}
