import { followCursor } from '@pagebell/rpc/follow-cursor'
import type { Delivery } from './write-batch.ts'

/** What a call carries easily, whatever engines have said. */
const atOnce = 2_000

type Wanted = { account_id: string; batch_id: string; per_page: number; cursor: string | undefined }
type GetBatch = (wanted: Wanted) => Promise<{ deliveries: Delivery[]; next_cursor?: string | undefined }>

/** All that the notifier knows of a batch, which has a delivery for each URL and channel. */
export async function findDeliveries(getBatch: GetBatch, account_id: string, batch_id: string): Promise<Delivery[]> {
  const found: Delivery[] = []
  const page = (cursor: string | undefined) => getBatch({ account_id, batch_id, per_page: atOnce, cursor })
  for await (const { deliveries } of followCursor(page)) found.push(...deliveries)
  return found
}
