import type { Statement } from '@pagebell/postgres/database'

type Values = { id: string; message: string; body: unknown; traceparent: string | undefined }

export const insertMessage = ({ id, message, body, traceparent }: Values): Statement => ({
  name: 'outbox-insert-message',
  text: `
    insert into outbox (id, message, body, traceparent)
    values ($1, $2, $3, $4)
    on conflict do nothing`,
  values: [id, message, JSON.stringify(body), traceparent ?? null],
})
