import { counter, histogram } from '@pagebell/runtime/define-metric'

export const deliveries = counter({
  name: 'pagebell.deliveries',
  unit: '{url}',
  description: 'URLs of answered engine requests by the state that the answer brought them to.',
  labels: ['pagebell.engine', 'pagebell.outcome'],
})

export const deliveryTime = histogram({
  name: 'pagebell.delivery.time',
  unit: 's',
  description: "From the webhook's 202 to the engine's final answer, a URL each.",
  labels: ['pagebell.engine', 'pagebell.outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400],
})

export const outboundEvents = counter({
  name: 'pagebell.events.sent',
  unit: '{request}',
  description:
    'Requests and mails to the endpoints of projects, by event, by format and by whether the receiver took it.',
  labels: ['pagebell.event', 'pagebell.format', 'pagebell.outcome'],
})

export const checkedUrls = counter({
  name: 'pagebell.deliveries.checked',
  unit: '{url}',
  description: 'Verdicts on pages that arrived: send, skip, hold, not_checked.',
  labels: ['pagebell.verdict'],
})

export const sentUnchecked = counter({
  name: 'pagebell.deliveries.unchecked',
  unit: '{url}',
  description: 'URLs that were sent because no verdict on their page came in time.',
  labels: [],
})
