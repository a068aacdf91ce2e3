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

export const foundBlocks = counter({
  name: 'pagebell.pages.blocks',
  unit: '{block}',
  description: 'Blocks that were found to change by themselves.',
  labels: [],
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

export const scans = counter({
  name: 'pagebell.pages.scans',
  unit: '{scan}',
  description: 'Scans of watched sitemaps and feeds: ok, unchanged, partial, failed.',
  labels: ['pagebell.outcome'],
})

export const scanTime = histogram({
  name: 'pagebell.pages.scan.duration',
  unit: 's',
  description: 'One scan of a watch, from its first request to the commit.',
  labels: [],
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900],
})

export const overdueScans = gauge({
  name: 'pagebell.pages.scans.overdue',
  unit: 's',
  description: 'For how long the longest due scan has been due.',
  labels: [],
})

export const looks = counter({
  name: 'pagebell.pages.looks',
  unit: '{page}',
  description: 'Pages that were requested for a watch: unchanged, forgotten, or wanted as update, delete or held.',
  labels: ['pagebell.outcome'],
})

export const handedOver = counter({
  name: 'pagebell.pages.handed_over',
  unit: '{url}',
  description: 'URLs that watches have found and intake has taken.',
  labels: ['pagebell.action'],
})

export const wantedUrls = gauge({
  name: 'pagebell.pages.wanted',
  unit: '{url}',
  description: 'URLs that watches have found and intake has not taken yet, counted up to 100,000.',
  labels: [],
})

export const overdueHandOver = gauge({
  name: 'pagebell.pages.wanted.overdue',
  unit: 's',
  description: 'For how long the longest due URL has waited to be handed to intake.',
  labels: [],
})

export const failingHandOver = gauge({
  name: 'pagebell.pages.hand_over.failing',
  unit: 's',
  description: 'For how long handing URLs to intake has failed; 0 after a success.',
  labels: [],
})

export const hubRequests = counter({
  name: 'pagebell.pages.hub_requests',
  unit: '{request}',
  description: 'Requests to hubs of feeds (subscribe, unsubscribe) by outcome: accepted, failed.',
  labels: ['pagebell.mode', 'pagebell.outcome'],
})

export const hubDeliveries = counter({
  name: 'pagebell.pages.hub_deliveries',
  unit: '{request}',
  description:
    'Deliveries of hubs of feeds: taken; ignored, because not signed by the hub; unknown, because not wanted.',
  labels: ['pagebell.outcome'],
})
