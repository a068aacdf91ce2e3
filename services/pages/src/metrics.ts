import { counter, gauge, histogram } from '@pagebell/runtime/define-metric'

export const verdicts = counter({
  name: 'pagebell.pages.verdicts',
  unit: '{url}',
  description: 'Checked URLs by verdict: send, skip, hold, not_checked.',
  labels: ['pagebell.verdict', 'pagebell.reason'],
})

export const fetches = counter({
  name: 'pagebell.pages.fetches',
  unit: '{request}',
  description: 'Pages that were requested, by what was found.',
  labels: ['pagebell.outcome'],
})

export const checkTime = histogram({
  name: 'pagebell.pages.check.duration',
  unit: 's',
  description: 'One inspection of a page with its verdicts, from the first request to the commit.',
  labels: [],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
})

export const endedWaits = counter({
  name: 'pagebell.pages.waits',
  unit: '{batch}',
  description: 'Ended waits for a deploy: seen, over, dropped.',
  labels: ['pagebell.outcome'],
})

export const waitingChecks = gauge({
  name: 'pagebell.pages.checks.waiting',
  unit: '{url}',
  description: 'URLs that are due for a check, counted up to 100,000.',
  labels: [],
})

export const overdueChecks = gauge({
  name: 'pagebell.pages.checks.overdue',
  unit: 's',
  description: 'For how long the longest due check has been due.',
  labels: [],
})
