import { histogram } from '@pagebell/runtime/define-metric'

export const analyses = histogram({
  name: 'pagebell.analysis.duration',
  unit: 's',
  description: 'Analyses by outcome: rated, or the reason why not.',
  labels: ['pagebell.outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
})

export const siteCrawls = histogram({
  name: 'pagebell.site_crawl.duration',
  unit: 's',
  description:
    'Attempts of crawls by outcome: finished, aborted (the analyzer stops), superseded (cancelled or taken over), died or stalled (its process), error.',
  labels: ['pagebell.outcome'],
  buckets: [1, 5, 15, 60, 300, 900, 1_800, 3_600, 7_200],
})
