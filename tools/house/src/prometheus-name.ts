import type { Declared } from '@pagebell/runtime/define-metric'

/** The name that the Prometheus exporter gives a metric. */
export function prometheusName({ name, kind }: Pick<Declared, 'name' | 'kind'>): string {
  return `${name.replace(/[^a-z0-9_]/gi, '_')}${kind === 'counter' ? '_total' : ''}`
}

/** The names of all its time series. */
export function seriesNames(metric: Pick<Declared, 'name' | 'kind'>): string[] {
  const name = prometheusName(metric)
  return metric.kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
}
