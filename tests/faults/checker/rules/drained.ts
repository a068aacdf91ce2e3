import { countBy, type Rule } from './rule.ts'

const final = ['delivered', 'rejected', 'dropped', 'skipped']

export const drained: Rule = {
  promise: 'after draining, queues and outboxes are empty, and every batch is in a final state',
  findBroken({ run, outboxes, queues, deliveries, acceptances, controls, batchById, reports, reportStates }) {
    const deleted = new Set(controls.filter(({ what }) => what === 'delete').map(({ project }) => project))
    const rows = countBy(deliveries, ({ batchId, url }) => `${batchId} ${url}`)
    const known = new Set([...batchById.values()].flatMap((batch) => batch.urls.map((url) => `${batch.id} ${url}`)))
    return [
      ...Object.entries(run.left).map(([name, count]) => `${name}: ${count} left`),
      ...[...Object.entries(outboxes), ...Object.entries(queues)]
        .filter(([, count]) => count > 0)
        .map(([name, count]) => `${name} holds ${count} messages`),
      ...deliveries
        .filter(({ status }) => !final.includes(status))
        .map(({ url, status }) => `${url} remains ${status}`),
      ...acceptances
        .filter(({ project }) => !deleted.has(project))
        .filter(({ batchId, url }) => rows.get(`${batchId} ${url}`) !== 1)
        .map(
          ({ batchId, url }) =>
            `${url} of ${batchId} has ${rows.get(`${batchId} ${url}`) ?? 0} deliveries instead of one`,
        ),
      ...[...rows.keys()].filter((name) => !known.has(name)).map((name) => `a delivery without a batch: ${name}`),
      ...reports
        .filter((id) => !['done', 'failed'].includes(reportStates.get(id) ?? ''))
        .map((id) => `report ${id} is ${reportStates.get(id) ?? 'missing'} without end`),
    ]
  },
}
