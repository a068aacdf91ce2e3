import type { Statement } from '@pagebell/postgres/database'

export type Waiting = { id: string; message: string; body: unknown; traceparent: string | null }

/** The oldest that no other copy is publishing. A kind of message that this copy does not know is left for one that does. */
export const claimMessages = (messages: string[], atMost: number): Statement => ({
  name: 'outbox-claim-messages',
  text: `
    select id, message, body, traceparent
    from outbox
    where message = any($1)
    order by created_at
    limit $2
    for update skip locked`,
  values: [messages, atMost],
})
