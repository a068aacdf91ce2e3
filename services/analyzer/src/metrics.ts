import { gauge, histogram } from '@pagebell/runtime/define-metric'

export const analyses = histogram({
  name: 'pagebell.analysis.duration',
  unit: 's',
  description: 'Analyses by outcome: rated, or the reason why not.',
  labels: ['pagebell.outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
})

export const workerTasks = gauge({
  name: 'pagebell.worker.tasks',
  unit: '{task}',
  description: 'Pages that wait for a thread of the analyzer, and threads there are.',
  labels: ['pagebell.worker.state'],
})
