import { followCursor } from '@pagebell/rpc/follow-cursor'
import { type Command, requiredOption, UsageError } from '../command.ts'

export const deliveriesRequeue: Command = {
  name: 'deliveries requeue',
  summary: 'Makes rejected and held deliveries due again: of a batch, a single one, or all since a time.',
  options: {
    email: { placeholder: 'E', description: 'the account’s e-mail address', required: true },
    batch: { placeholder: 'B', description: 'batch_id' },
    id: { placeholder: 'D', description: 'a delivery’s id' },
    'rejected-since': { placeholder: 'TIME', description: 'RFC 3339' },
  },
  async run(given, { accounts, deliveries }) {
    const { batch: batch_id, id: delivery_id, 'rejected-since': rejected_since } = given
    if ([batch_id, delivery_id, rejected_since].filter((which) => which !== undefined).length !== 1) {
      throw new UsageError('Say which: one of --batch, --id and --rejected-since.')
    }
    const { account_id } = await accounts.getAccount({ email: requiredOption(given, 'email') })
    const asked = { account_id, batch_id, delivery_id, rejected_since }
    let count = 0
    for await (const portion of followCursor((cursor) => deliveries.requeueDeliveries({ ...asked, cursor })))
      count += portion.count
    return { json: { count }, lines: [`${count} deliveries are due again.`] }
  },
}
