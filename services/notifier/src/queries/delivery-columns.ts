/** A delivery as the protocol shows it. A claimed row's next_at is its lease, which is nobody's business. */
export const deliveryColumns = `id, batch_id, project, channel, action, url, status, attempts, submitted_at,
  case when lease is null then next_at end as next_at, delivered_at, reason, engine_status, engine_message, engine,
  last_attempt_at`

export type DeliveryRow = {
  id: string
  batch_id: string
  project: string
  channel: string
  action: string
  url: string
  status: string
  attempts: number
  submitted_at: string
  next_at: string | null
  delivered_at: string | null
  reason: string | null
  engine_status: number | null
  engine_message: string | null
  engine: string | null
  last_attempt_at: string | null
}
