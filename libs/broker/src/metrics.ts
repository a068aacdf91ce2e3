import { counter, gauge, histogram, jobBuckets, requestBuckets } from '@pagebell/runtime/define-metric'

export const messagesSent = histogram({
  name: 'messaging.client.operation.duration',
  unit: 's',
  description: 'Messages published, until the broker confirms or the time-out expires.',
  labels: ['messaging.destination.name', 'error.type'],
  buckets: requestBuckets,
})

export const messagesProcessed = histogram({
  name: 'messaging.process.duration',
  unit: 's',
  description: 'Deliveries by outcome: done, retry, wait (a dependency is unavailable) or dead.',
  labels: ['messaging.destination.name', 'pagebell.fate'],
  buckets: jobBuckets,
})

export const messageAge = histogram({
  name: 'pagebell.message.age',
  unit: 's',
  description: 'Age of a message when its handler starts.',
  labels: ['messaging.destination.name'],
  buckets: jobBuckets,
})

export const deadLetters = counter({
  name: 'pagebell.dead_letters',
  unit: '{message}',
  description: 'Messages that were dead-lettered.',
  labels: ['messaging.destination.name'],
})

export const queueMessages = gauge({
  name: 'pagebell.queue.messages',
  unit: '{message}',
  description: 'Messages that wait, by queue and state: ready, alone, retry or dead.',
  labels: ['messaging.destination.name', 'pagebell.queue.state'],
})
