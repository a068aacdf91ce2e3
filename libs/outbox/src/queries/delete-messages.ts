import type { Statement } from '@pagebell/postgres/database'

export const deleteMessages = (ids: string[]): Statement => ({
  name: 'outbox-delete-messages',
  text: 'delete from outbox where id = any($1)',
  values: [ids],
})
