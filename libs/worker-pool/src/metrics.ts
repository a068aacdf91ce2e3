import { gauge } from '@pagebell/runtime/define-metric'

export const workerTasks = gauge({
  name: 'pagebell.worker.tasks',
  unit: '{task}',
  description: 'Pages that wait for the thread that parses pages, and threads there are.',
  labels: ['pagebell.worker.state'],
})
