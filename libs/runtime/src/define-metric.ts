import { type Counter, diag, type Histogram, metrics, type ObservableGauge } from '@opentelemetry/api'

type About<Label extends string> = {
  /** As OpenTelemetry's semantic conventions have it, where they do. */
  name: string
  /** UCUM. */
  unit: string
  description: string
  /** What its values are told apart by: few values each, and never a secret. */
  labels: readonly Label[]
}
export type Labels<Label extends string> = { [One in Label]?: string | number }
export type Declared = About<string> & { kind: 'counter' | 'histogram' | 'gauge' }

// Asked for at the first use and kept: before the SDK is started there would only be one that drops what it is told.
const meter = () => metrics.getMeter('pagebell')

export function counter<const Label extends string>(about: About<Label>) {
  let made: Counter | undefined
  return {
    ...about,
    kind: 'counter' as const,
    add(value: number, labels: Labels<Label>): void {
      made ??= meter().createCounter(about.name, about)
      made.add(value, labels)
    },
  }
}

export function histogram<const Label extends string>(about: About<Label> & { buckets: number[] }) {
  let made: Histogram | undefined
  const { buckets, ...rest } = about
  return {
    ...rest,
    kind: 'histogram' as const,
    record(value: number, labels: Labels<Label>): void {
      made ??= meter().createHistogram(about.name, { ...rest, advice: { explicitBucketBoundaries: buckets } })
      made.record(value, labels)
    },
  }
}

/**
 * A value that is read when somebody collects, until the answer is disposed. One that cannot be read within two seconds is
 * left out of the collection, and holds up none of the others.
 */
export function gauge<const Label extends string>(about: About<Label>) {
  type Reading = { value: number; labels: Labels<Label> }
  let made: ObservableGauge | undefined
  return {
    ...about,
    kind: 'gauge' as const,
    read(read: () => Reading[] | Promise<Reading[]>): Disposable {
      made ??= meter().createObservableGauge(about.name, about)
      const gauge = made
      const observe = async (result: { observe(value: number, labels: Labels<Label>): void }): Promise<void> => {
        try {
          const readings = await Promise.race([read(), rejectLater(about.name)])
          for (const { value, labels } of readings) result.observe(value, labels)
        } catch (error) {
          diag.debug(`${about.name} is left out`, error)
        }
      }
      gauge.addCallback(observe)
      return { [Symbol.dispose]: () => gauge.removeCallback(observe) }
    },
  }
}

function rejectLater(name: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${name} took too long to read.`)), 2_000).unref()
  })
}
