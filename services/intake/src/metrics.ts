import { counter, gauge } from '@pagebell/runtime/define-metric'

export const urlsJudged = counter({
  name: 'pagebell.urls.judged',
  unit: '{url}',
  description: 'URLs of answered webhook requests by verdict: accepted, waiting, duplicate, invalid or foreign.',
  labels: ['pagebell.verdict'],
})

export const quotaRefusals = counter({
  name: 'pagebell.quota.refusals',
  unit: '{request}',
  description: 'Webhook requests refused because the quota of the period is used up.',
  labels: ['pagebell.period'],
})

export const waitingUrls = gauge({
  name: 'pagebell.waiting.urls',
  unit: '{url}',
  description: 'URLs that wait for the quota of their account.',
  labels: [],
})

export const waitingOverdue = gauge({
  name: 'pagebell.waiting.overdue',
  unit: 's',
  description: 'How long the list of waiting URLs that is due the longest has been due.',
  labels: [],
})

export const waitingSubmitted = counter({
  name: 'pagebell.waiting.submitted',
  unit: '{url}',
  description: 'URLs that waited for the quota and have been submitted.',
  labels: [],
})

export const unloggedRequests = counter({
  name: 'pagebell.requests.unlogged',
  unit: '{request}',
  description: 'Webhook requests that are missing in the request log of their project.',
  labels: [],
})

export const urlsGivenBack = counter({
  name: 'pagebell.urls.given_back',
  unit: '{url}',
  description: 'URLs whose charge was given back because they were not sent.',
  labels: [],
})
