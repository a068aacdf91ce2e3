import { gauge } from '@pagebell/runtime/define-metric'

export const runs = gauge({
  name: 'pagebell.runs',
  unit: '{run}',
  description: 'Runs of reports that have not ended: waiting for their turn, released to the analyzers, or running.',
  labels: ['pagebell.run.state'],
})

export const runsAge = gauge({
  name: 'pagebell.runs.age',
  unit: 's',
  description: 'The oldest run: since it was asked for (waiting), released and not begun, or heard of last (running).',
  labels: ['pagebell.run.state'],
})

export const overdueAlerts = gauge({
  name: 'pagebell.alerts.overdue',
  unit: 's',
  description: 'Since when a run that has ended waits to be judged by the alert rules of its project; 0 if none does.',
  labels: [],
})

export const overdueSchedules = gauge({
  name: 'pagebell.schedules.overdue',
  unit: 's',
  description: 'How long the schedule that has waited longest is overdue; 0 if none is due.',
  labels: [],
})

export const siteRuns = gauge({
  name: 'pagebell.site_runs',
  unit: '{run}',
  description: 'Crawls of site reports that have not ended: waiting for an analyzer, or running.',
  labels: ['pagebell.run.state'],
})

export const siteRunsAge = gauge({
  name: 'pagebell.site_runs.age',
  unit: 's',
  description:
    'The oldest crawl of a site report: since it was asked for or given back (waiting), or heard of last (running).',
  labels: ['pagebell.run.state'],
})
