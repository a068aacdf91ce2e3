import { Type } from '@pagebell/schema/type'
import { defineMessage, host, time, uuid } from './define-message.ts'

export const projectDeleted = defineMessage({
  name: 'project.deleted',
  version: 1,
  description: 'A project is gone: its reports go too, its tokens stop, its undelivered URLs are dropped.',
  producer: 'project',
  consumers: ['report', 'intake', 'notifier', 'pages'],
  broadcastTo: [],
  schema: Type.Object(
    { account_id: uuid(), project_id: uuid(), project: host(), deleted_at: time() },
    { additionalProperties: false },
  ),
})
