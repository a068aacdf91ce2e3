/** An event as the protocol shows it. A test's turn is before all times. */
export const eventColumns = 'e.id, e.type, e.status, e.created_at, greatest(e.next_at, e.created_at) as next_at, e.body'

export type EventRow = {
  id: string
  type: string
  status: string
  created_at: string
  next_at: string | null
  body: string
  tries: { at: string; took_ms: number; status: number | null; reason: string | null; answer: string }[]
}
