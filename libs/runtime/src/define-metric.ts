type About<Label extends string> = {
  /** As OpenTelemetry's semantic conventions have it, where they do. */
  name: string
  /** UCUM. */
  unit: string
  description: string
  /** What its values are told apart by: few values each, and never a secret. */
  labels: readonly Label[]
}
type Label = string | number
export type Labels<Name extends string> = { [One in Name]?: Label | undefined }
export type Declared = About<string> & { kind: 'counter' | 'histogram' | 'gauge' }

/** What has been counted under one set of labels: `counts` by bucket, the last one for what is above every bound. */
export type Point<Value> = { labels: Record<string, Label>; value: Value }
export type Distribution = { count: number; sum: number; counts: number[] }
/** What a metric has come to by the moment of collection, since counting began. */
export type Collected = { about: About<string> } & (
  | { kind: 'counter' | 'gauge'; points: Point<number>[] }
  | { kind: 'histogram'; buckets: readonly number[]; points: Point<Distribution>[] }
)

/** So many sets of labels a metric may have; what comes under further ones is counted under {@link overflow}. */
const pointsAtMost = 2_000
/** As OpenTelemetry has it (Metrics SDK, "Cardinality limits"). */
const overflow = 'otel.metric.overflow'

const declared: (() => Promise<Collected>)[] = []
let isCounting = false

/** Begins to count, or ends it: before, and where telemetry is disabled, what a metric is told costs nothing. */
export function countMetrics(on: boolean): void {
  isCounting = on
}

/** Every metric of this process that has a value. */
export async function collectMetrics(): Promise<Collected[]> {
  const collected = await Promise.all(declared.map((collect) => collect()))
  return collected.filter(({ points }) => points.length > 0)
}

export function counter<const Name extends string>(about: About<Name>) {
  const points = pointsOf(about.labels, () => ({ total: 0 }))
  declared.push(async () => ({
    about,
    kind: 'counter',
    points: points.all().map(({ labels, value }) => ({ labels, value: value.total })),
  }))
  return {
    ...about,
    kind: 'counter' as const,
    add(value: number, labels: Labels<Name>): void {
      if (isCounting) points.at(labels).total += value
    },
  }
}

export function histogram<const Name extends string>(about: About<Name> & { buckets: readonly number[] }) {
  const { buckets, ...rest } = about
  const points = pointsOf(about.labels, () => ({ count: 0, sum: 0, counts: [...buckets.map(() => 0), 0] }))
  declared.push(async () => ({
    about: rest,
    kind: 'histogram',
    buckets,
    points: points.all().map(({ labels, value }) => ({ labels, value: { ...value, counts: [...value.counts] } })),
  }))
  return {
    ...rest,
    kind: 'histogram' as const,
    /** A value counts to the first bucket whose bound it does not exceed. */
    record(value: number, labels: Labels<Name>): void {
      if (!isCounting) return
      const point = points.at(labels)
      let place = 0
      while (place < buckets.length && value > (buckets[place] as number)) place += 1
      point.count += 1
      point.sum += value
      point.counts[place] = (point.counts[place] ?? 0) + 1
    },
  }
}

/**
 * A value that is read when somebody collects, until the answer is disposed. One that cannot be read within two seconds is
 * left out of the collection, and holds up none of the others.
 */
export function gauge<const Name extends string>(about: About<Name>) {
  type Reading = { value: number; labels: Labels<Name> }
  const readers = new Set<() => Reading[] | Promise<Reading[]>>()
  declared.push(async () => {
    const readings = await Promise.allSettled([...readers].map((read) => inTime(read, about.name)))
    const found = readings.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    return {
      about,
      kind: 'gauge',
      points: found.map(({ value, labels }) => ({ value, labels: written(about.labels, labels) })),
    }
  })
  return {
    ...about,
    kind: 'gauge' as const,
    read(read: () => Reading[] | Promise<Reading[]>): Disposable {
      // Of its own, so that the same function may read twice.
      const reader = () => read()
      readers.add(reader)
      return { [Symbol.dispose]: () => void readers.delete(reader) }
    },
  }
}

/** Values by their labels. Every request asks for some, so a look-up makes no object but, for several labels, its key. */
function pointsOf<Name extends string, Value>(names: readonly Name[], first: () => Value) {
  const points = new Map<Label | undefined, Point<Value>>()
  const [only] = names
  const keyOf = (labels: Labels<Name>): Label | undefined => {
    if (names.length === 1) return labels[only as Name]
    let key = ''
    for (const name of names) key += `${labels[name]}\u0000`
    return key
  }
  const make = (key: Label | undefined, labels: Record<string, Label>): Value => {
    const point = { labels, value: first() }
    points.set(key, point)
    return point.value
  }
  return {
    all: () => [...points.values()],
    at(labels: Labels<Name>): Value {
      const key = keyOf(labels)
      const known = points.get(key)
      if (known !== undefined) return known.value
      if (points.size < pointsAtMost) return make(key, written(names, labels))
      return points.get(overflow)?.value ?? make(overflow, { [overflow]: 'true' })
    },
  }
}

function written<Name extends string>(names: readonly Name[], labels: Labels<Name>): Record<string, Label> {
  return Object.fromEntries(
    names.map((name) => [name, labels[name]] as const).filter((pair): pair is [Name, Label] => pair[1] !== undefined),
  )
}

async function inTime<T>(read: () => T | Promise<T>, name: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${name} took too long to read.`)), 2_000)
  try {
    return await Promise.race([read(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
