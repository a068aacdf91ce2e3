import { gauge } from '@pagebell/runtime/define-metric'

export const outboxMessages = gauge({
  name: 'pagebell.outbox.messages',
  unit: '{message}',
  description: 'Rows of the outbox: committed and not yet confirmed by the broker.',
  labels: [],
})

export const outboxAge = gauge({
  name: 'pagebell.outbox.age',
  unit: 's',
  description: 'Age of the oldest row of the outbox.',
  labels: [],
})
