import type { Statement } from '@pagebell/postgres/database'

export const findMessage = (id: string): Statement => ({
  name: 'outbox-find-message',
  text: 'select message from outbox where id = $1',
  values: [id],
})
