import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Deliveries } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { DeliveryRow } from '../queries/delivery-columns.ts'
import { findDelivery } from '../queries/find-delivery.ts'
import { type AttemptRow, listAttempts } from '../queries/list-attempts.ts'
import { isUuid } from '../read-request.ts'
import { toDelivery } from '../to-delivery.ts'

/** Another account's delivery is as unknown as one that nobody has. */
export function getDelivery({ db }: { db: Database }): Handler<typeof Deliveries, 'getDelivery'> {
  return async ({ account_id, delivery_id, project }) => {
    if (!isUuid(account_id) || !isUuid(delivery_id)) throw unknown()
    const own = db.of(account_id)
    const [row] = (await own.query<DeliveryRow>(findDelivery(account_id, delivery_id, project))).rows
    if (row === undefined) throw unknown()
    const { rows } = await own.query<AttemptRow>(listAttempts(account_id, delivery_id))
    return { delivery: toDelivery(row), attempts: rows.map(toAttempt) }
  }
}

const unknown = () => fault('not_found', 'There is no such delivery.')

/** Absent in the protocol is null in the table. */
const toAttempt = ({ reason, engine_status, engine_message, ...certain }: AttemptRow) => ({
  ...certain,
  ...(reason !== null && { reason }),
  ...(engine_status !== null && { engine_status }),
  ...(engine_message !== null && { engine_message }),
})
