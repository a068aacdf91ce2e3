import type { Attributes, Counter, Histogram, Meter, MetricOptions } from '@opentelemetry/api'
import { withTimeout } from './with-timeout.ts'

type About<Label extends string> = {
  /** As in OpenTelemetry's semantic conventions, where they have one. */
  name: string
  /** UCUM. */
  unit: string
  description: string
  /** Each has few values, from a closed set, and never a secret. */
  labels: readonly Label[]
}
export type Labels<Name extends string> = { [One in Name]?: string | number | undefined }
export type Declared = About<string> & { kind: 'counter' | 'histogram' | 'gauge' }

/** Bounds in seconds for a request or a statement. */
export const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Bounds in seconds for background work, which may wait up to a day. */
export const jobBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400]

const readTimeoutMs = 2_000

let current: Meter | undefined
const bindings: ((meter: Meter | undefined) => void)[] = []

/**
 * Makes every declared metric an instrument of this meter; undefined ends that. Without a meter, recording does nothing.
 * OpenTelemetry's API has no proxy for meters: an instrument made before the SDK has started would never count.
 */
export function countWith(meter: Meter | undefined): void {
  current = meter
  for (const bind of bindings) bind(meter)
}

/** Without labels it is 0 from the start: of a series that begins with its first value, increase() does not see that one. */
export function counter<const Name extends string>(about: About<Name>) {
  let instrument: Counter | undefined
  onMeter((meter) => {
    instrument = meter?.createCounter(about.name, optionsOf(about))
    if (about.labels.length === 0) instrument?.add(0)
  })
  return {
    ...about,
    kind: 'counter' as const,
    add(value: number, labels: Labels<Name>): void {
      instrument?.add(value, attributesOf(labels))
    },
  }
}

export function histogram<const Name extends string>(about: About<Name> & { buckets: readonly number[] }) {
  const { buckets, ...rest } = about
  let instrument: Histogram | undefined
  onMeter((meter) => {
    const advice = { explicitBucketBoundaries: [...buckets] }
    instrument = meter?.createHistogram(about.name, { ...optionsOf(about), advice })
  })
  return {
    ...rest,
    kind: 'histogram' as const,
    record(value: number, labels: Labels<Name>): void {
      instrument?.record(value, attributesOf(labels))
    },
  }
}

/**
 * A value that is read on collection, until the returned reader is disposed. A reader that fails or takes longer than two
 * seconds is left out of the collection and does not delay the others.
 */
export function gauge<const Name extends string>(about: About<Name>) {
  type Reading = { value: number; labels: Labels<Name> }
  const readers = new Set<() => Reading[] | Promise<Reading[]>>()
  onMeter((meter) => {
    meter?.createObservableGauge(about.name, optionsOf(about)).addCallback(async (result) => {
      const onTimeout = (): Error => new Error(`${about.name} took longer than ${readTimeoutMs} ms to read.`)
      const readings = await Promise.allSettled(
        [...readers].map((read) => withTimeout(Promise.try(read), readTimeoutMs, onTimeout)),
      )
      for (const reading of readings) {
        if (reading.status === 'rejected') continue
        for (const { value, labels } of reading.value) result.observe(value, attributesOf(labels))
      }
    })
  })
  return {
    ...about,
    kind: 'gauge' as const,
    read(read: () => Reading[] | Promise<Reading[]>): Disposable {
      // A new function, so that the same one can be added twice.
      const reader = () => read()
      readers.add(reader)
      return { [Symbol.dispose]: () => void readers.delete(reader) }
    },
  }
}

function onMeter(bind: (meter: Meter | undefined) => void): void {
  bindings.push(bind)
  bind(current)
}

const optionsOf = ({ unit, description }: About<string>): MetricOptions => ({ unit, description })

/** Without labels that are undefined, which the SDK would keep and Prometheus would show as empty. */
function attributesOf(labels: Attributes): Attributes {
  for (const name in labels) {
    if (labels[name] === undefined) {
      return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined))
    }
  }
  return labels
}
