export type OutboxRow = { id: string; message: string; body: Record<string, unknown>; traceparent: string | null }

/** The oldest rows that no other copy is publishing; theirs until the transaction ends. */
export function lockRows(limit: number) {
  return {
    name: 'outbox-lock',
    text: `select id, message, body, traceparent from outbox order by created_at limit $1 for update skip locked`,
    values: [limit],
  }
}
