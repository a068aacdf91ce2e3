import { AggregationTemporality, InstrumentType, MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { countWith } from '@pagebell/runtime/define-metric'

type Point = { labels: Record<string, unknown>; value: unknown }

export type Counting = Disposable & {
  /** What the metric has come to since counting began; a histogram's value is that of the SDK. */
  read(name: string): Promise<Point[]>
}

class TestReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

/** Counts the metrics of this process, from zero, until disposed. */
export function countMetrics(): Counting {
  // As libs/telemetry has it: of gauges what was read in this collection.
  const aggregationTemporalitySelector = (type: InstrumentType): AggregationTemporality =>
    type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE
  const reader = new TestReader({ aggregationTemporalitySelector })
  countWith(new MeterProvider({ readers: [reader] }).getMeter('test'))
  return {
    async read(name) {
      const { resourceMetrics } = await reader.collect()
      const metrics = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
      const points = metrics.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? []
      return points.map(({ attributes, value }) => ({ labels: attributes, value }))
    },
    [Symbol.dispose]: () => countWith(undefined),
  }
}
