import type { Broker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'

type Received = { id: string; extensions: Record<string, string> }

/** Consumes both versions of urls.submitted; `id` is that of the message, or of the batch where several are in one. */
export async function consumeSubmitted(
  broker: Broker,
  onBatch: (body: Body<typeof urlsSubmitted>, received: Received) => void,
): Promise<AsyncDisposableStack> {
  await using starting = new AsyncDisposableStack()
  starting.use(await broker.consume(urlsSubmitted, 'notifier', async (body, received) => onBatch(body, received)))
  starting.use(
    await broker.consume(urlsSubmittedV2, 'notifier', async ({ batches, ...project }) => {
      for (const { batch_urls, ...batch } of batches)
        onBatch({ ...project, ...batch }, { id: batch.batch_id, extensions: { batchurls: String(batch_urls) } })
    }),
  )
  return starting.move()
}
