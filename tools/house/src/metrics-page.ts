import type { Declared } from '@pagebell/runtime/define-metric'
import { declaredMetrics } from './declared-metrics.ts'
import { prometheusName } from './prometheus-name.ts'

/** docs/metrics.md, from the declarations. */
export async function metricsPage(): Promise<string> {
  const metrics = await declaredMetrics()
  return `# Metrics

Generated from the \`src/metrics.ts\` of each library and service by \`npm run generate\`; edit the declarations, not this
page. Names follow OpenTelemetry's semantic conventions where they have one. At \`/metrics\` dots are underscores; a histogram
ends in \`_bucket\`, \`_sum\` and \`_count\`. Every copy of a service counts for itself; queues and outboxes are read by every
copy, so take their maximum, not their sum. A counter without labels is 0 from the start; other series begin with their first
value.

| metric | at \`/metrics\` | kind | unit | labels | |
|---|---|---|---|---|---|
${metrics.map(row).join('\n')}
`
}

function row(metric: Declared): string {
  const labels = metric.labels.map((label) => `\`${label}\``).join(', ')
  return `| \`${metric.name}\` | \`${prometheusName(metric)}\` | ${metric.kind} | \`${metric.unit}\` | ${labels || '–'} | ${metric.description} |`
}
