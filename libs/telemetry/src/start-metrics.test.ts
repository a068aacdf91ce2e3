import { expect, it } from '@jest/globals'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { counter, countWith, gauge, histogram } from '@pagebell/runtime/define-metric'
import { prometheusText } from './start-metrics.ts'

class TestReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

it('/metrics has each metric under its Prometheus name, and the resource as target_info', async () => {
  const reader = new TestReader()
  const resource = resourceFromAttributes({ 'service.name': 'probe', 'service.note': 'says "no"\\\nand goes' })
  const description = 'Probes\nof cakes.'
  // Without a value it is left out.
  counter({ name: 'probe.cakes', unit: '{cake}', description, labels: ['a.kind', 'size'] })
  const cakes = counter({ name: 'probe.sold', unit: '{cake}', description, labels: ['a.kind', 'size'] })
  const times = histogram({ name: 'probe.bake_time', unit: 's', description, labels: ['size'], buckets: [0.5, 60] })
  const heat = gauge({ name: 'probe.oven.heat', unit: 'Cel', description, labels: [] })
  countWith(new MeterProvider({ resource, readers: [reader] }).getMeter('pagebell'))
  cakes.add(2.5, { 'a.kind': 'with "cream" and \\', size: 3 })
  for (const value of [0.5, 0.7, 59, 3_600]) times.record(value, { size: 3 })
  using _reading = heat.read(() => [{ value: -0.25, labels: {} }])

  expect(await prometheusText(reader)).toBe(`# HELP target_info Target metadata
# TYPE target_info gauge
target_info{service_name="probe",service_note="says \\"no\\"\\\\\\nand goes"} 1
# HELP probe_sold_total Probes\\nof cakes.
# UNIT probe_sold_total {cake}
# TYPE probe_sold_total counter
probe_sold_total{a_kind="with \\"cream\\" and \\\\",size="3"} 2.5
# HELP probe_bake_time Probes\\nof cakes.
# UNIT probe_bake_time s
# TYPE probe_bake_time histogram
probe_bake_time_count{size="3"} 4
probe_bake_time_sum{size="3"} 3660.2
probe_bake_time_bucket{size="3",le="0.5"} 1
probe_bake_time_bucket{size="3",le="60"} 3
probe_bake_time_bucket{size="3",le="+Inf"} 4
# HELP probe_oven_heat Probes\\nof cakes.
# UNIT probe_oven_heat Cel
# TYPE probe_oven_heat gauge
probe_oven_heat -0.25
`)
  countWith(undefined)
})
