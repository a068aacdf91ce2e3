import { type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import { type Collected, collectMetrics } from '@pagebell/runtime/define-metric'

/** Our metrics as OpenTelemetry's readers take them: all that was counted since this was made and before, cumulative. */
export function metricProducer(resource: Resource): MetricProducer {
  const startTime = now()
  return {
    async collect() {
      const collected = await collectMetrics()
      const endTime = now()
      const metrics = collected.map((one) => metricData(one, { startTime, endTime }))
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'pagebell' }, metrics }] }, errors: [] }
    },
  }
}

function metricData(metric: Collected, span: { startTime: HrTime; endTime: HrTime }): MetricData {
  const { name, unit, description } = metric.about
  const head = {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (metric.kind === 'histogram') {
    const boundaries = [...metric.buckets]
    const dataPoints = metric.points.map(({ labels, value: { count, sum, counts } }) => ({
      ...span,
      attributes: labels,
      value: { count, sum, buckets: { boundaries, counts } },
    }))
    return { ...head, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = metric.points.map(({ labels, value }) => ({ ...span, attributes: labels, value }))
  if (metric.kind === 'gauge') return { ...head, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...head, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
}

function now(): HrTime {
  const ms = Date.now()
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1e6]
}
