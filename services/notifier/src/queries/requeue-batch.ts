import type { Statement } from '@pagebell/postgres/database'
import type { BatchPosition } from './batch-position.ts'
import { dueAgain } from './due-again.ts'

type Wanted = { accountId: string; batchId: string; project: string | undefined; after: BatchPosition; limit: number }

/** Goes over so many rows of a batch after the position, and has those that are stuck begin again. */
export function requeueBatch({ accountId, batchId, project, after, limit }: Wanted): Statement {
  return {
    name: 'requeue-batch',
    text: `
      with looked as (
        select id, url_hash, channel from deliveries
        where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($4, 'hex'), $5)
        order by url_hash, channel limit $6
        for update
      ), requeued as (
        update deliveries d set ${dueAgain} from looked
        where d.account_id = $1 and d.id = looked.id and d.status in ('rejected', 'held') and d.lease is null
          and d.project = coalesce($3, d.project)
        returning d.id
      )
      select (select count(*) from looked) as looked, (select count(*) from requeued) as requeued,
        (select json_build_array(encode(url_hash, 'hex'), channel) from looked
          order by url_hash desc, channel desc limit 1) as last`,
    values: [accountId, batchId, project ?? null, ...after, limit],
  }
}
