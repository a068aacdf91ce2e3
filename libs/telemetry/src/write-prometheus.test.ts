import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { collectMetrics, counter, countMetrics, gauge, histogram } from '@pagebell/runtime/define-metric'
import { metricProducer } from './metric-producer.ts'
import { writePrometheus } from './write-prometheus.ts'

describe('the text for Prometheus', () => {
  const attributes = { 'service.name': 'probe', 'service.note': 'says "no"\\\nand goes' }

  beforeAll(() => {
    countMetrics(true)
    const description = 'What is told\nof cakes.'
    counter({ name: 'probe.cakes', unit: '{cake}', description, labels: ['a.kind', 'size'] }).add(2.5, {
      'a.kind': 'with "cream" and \\',
      size: 3,
    })
    const times = histogram({
      name: 'probe.bake-time',
      unit: 's',
      description,
      labels: ['size'],
      buckets: [0.5, 1, 60],
    })
    for (const value of [0.1, 0.5, 0.7, 59, 3_600]) times.record(value, { size: 3 })
    times.record(1, {})
    const heat = gauge({ name: 'probe.oven..heat', unit: 'Cel', description, labels: [] })
    heat.read(() => [{ value: -0.25, labels: {} }])
  })
  afterAll(() => countMetrics(false))

  it('is that of the exporter of OpenTelemetry', async () => {
    const { resourceMetrics } = await metricProducer(resourceFromAttributes(attributes)).collect()
    const theirs = new PrometheusSerializer(undefined, false, undefined, false, true).serialize(resourceMetrics)
    const ours = writePrometheus(await collectMetrics(), attributes)
    expect(ours).toBe(theirs)
    expect(ours).toContain('probe_bake_time_bucket{size="3",le="+Inf"} 5')
  })
})
