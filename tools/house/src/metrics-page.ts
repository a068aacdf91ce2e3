import type { Declared } from '@pagebell/runtime/define-metric'
import * as declared from '@pagebell/runtime/metrics'
import { prometheusName } from './prometheus-name.ts'

const all = (Object.values(declared) as Declared[]).sort((a, b) => (a.name < b.name ? -1 : 1))

/** docs/metrics.md: what is counted, from the declarations. */
export function metricsPage(): string {
  return `# Metrics

Generated from \`libs/runtime/src/metrics.ts\` by \`npm run generate\`; edit the declarations, not this page. Names are those
of OpenTelemetry's semantic conventions where they have one. At \`/metrics\` dots are underscores; a histogram ends in
\`_bucket\`, \`_sum\` and \`_count\`. Every copy of a service counts for itself; queues and outboxes are read by every copy,
so take their maximum, not their sum.

| metric | at \`/metrics\` | kind | unit | told apart by | |
|---|---|---|---|---|---|
${all.map(row).join('\n')}
`
}

function row(metric: Declared): string {
  const labels = metric.labels.map((label) => `\`${label}\``).join(', ')
  return `| \`${metric.name}\` | \`${prometheusName(metric)}\` | ${metric.kind} | \`${metric.unit}\` | ${labels || '–'} | ${metric.description} |`
}
