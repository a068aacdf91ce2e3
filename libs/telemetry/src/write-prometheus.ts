import type { Collected, Distribution, Point } from '@pagebell/runtime/define-metric'

type Texts = Record<string, string | number>

/** Prometheus' text format 0.0.4, with the names that OpenTelemetry's exporter gives; `target_info` tells who speaks. */
export function writePrometheus(collected: readonly Collected[], attributes: Texts): string {
  const info = `# HELP target_info Target metadata\n# TYPE target_info gauge\n${line('target_info', attributes, 1)}`
  return `${info}${collected.map(writeMetric).join('')}`
}

function writeMetric(metric: Collected): string {
  const { about, kind } = metric
  const name = `${nameOf(about.name)}${kind === 'counter' ? '_total' : ''}`
  const head = `# HELP ${name} ${escaped(about.description)}\n# UNIT ${name} ${about.unit}\n# TYPE ${name} ${kind}\n`
  if (metric.kind === 'histogram')
    return head + metric.points.map((point) => writeDistribution(name, metric.buckets, point)).join('')
  return head + metric.points.map(({ labels, value }) => line(name, labels, value)).join('')
}

/** Buckets count also what lies in those below them. */
function writeDistribution(name: string, bounds: readonly number[], { labels, value }: Point<Distribution>): string {
  let below = 0
  const buckets = value.counts.map((count, place) => {
    below += count
    return line(`${name}_bucket`, { ...labels, le: String(bounds[place] ?? '+Inf') }, below)
  })
  return line(`${name}_count`, labels, value.count) + line(`${name}_sum`, labels, value.sum) + buckets.join('')
}

function line(name: string, labels: Texts, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${nameOf(label)}="${quoted(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${value}\n`
}

const nameOf = (name: string): string => name.replace(/[^a-z0-9_]/gi, '_').replace(/_{2,}/g, '_')
const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')
const quoted = (text: string | number): string => escaped(String(text)).replace(/"/g, '\\"')
