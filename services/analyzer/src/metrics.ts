import { histogram } from '@pagebell/runtime/define-metric'

export const analyses = histogram({
  name: 'pagebell.analysis.duration',
  unit: 's',
  description: 'Analyses by outcome: rated, or the reason why not.',
  labels: ['pagebell.outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
})
