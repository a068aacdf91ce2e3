import { counter } from '@pagebell/runtime/define-metric'

export const urlsJudged = counter({
  name: 'pagebell.urls.judged',
  unit: '{url}',
  description: 'URLs of answered webhook requests by verdict: accepted, duplicate, invalid or foreign.',
  labels: ['pagebell.verdict'],
})

export const quotaRefusals = counter({
  name: 'pagebell.quota.refusals',
  unit: '{request}',
  description: 'Webhook requests refused because the quota of the period is used up.',
  labels: ['pagebell.period'],
})
