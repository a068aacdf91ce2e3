import type { DeliveryRow } from './queries/delivery-columns.ts'

/** Absent in the protocol is null in the table. */
export function toDelivery({ next_at, delivered_at, last_attempt_at, reason, ...row }: DeliveryRow) {
  const { engine, engine_status, engine_message, ...certain } = row
  return {
    ...certain,
    ...(next_at !== null && { next_at }),
    ...(delivered_at !== null && { delivered_at }),
    ...(last_attempt_at !== null && { last_attempt_at }),
    ...(reason !== null && { reason }),
    ...(engine !== null && { engine }),
    ...(engine_status !== null && { engine_status }),
    ...(engine_message !== null && { engine_message }),
  }
}
