import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { deployedServices } from './deployed-services.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

type PodMonitor = {
  spec: {
    jobLabel?: string
    selector: { matchLabels: Record<string, string> }
    podMetricsEndpoints: { port: string; path: string }[]
  }
}
type Deployment = {
  spec: {
    template: {
      metadata: { labels: Record<string, string> }
      spec: { containers: { ports?: { name: string; containerPort: number }[] }[] }
    }
  }
}

describe('the PodMonitor of deploy/observability', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(read('deploy/observability/README.md')) ?? []
  const { spec } = parse(example) as PodMonitor
  const scraped = parse(read('deploy/observability/prometheus.yaml')) as { scrape_configs: { job_name: string }[] }

  it.each(deployedServices)('finds the pods of $name, with the job that prometheus.yaml gives it', (service) => {
    const { template } = (
      parse(read(`deploy/kubernetes/base/${service.name}.yaml`).split('\n---\n')[0] ?? '') as Deployment
    ).spec
    expect(template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    const job = template.metadata.labels[spec.jobLabel ?? '']
    expect(scraped.scrape_configs.map(({ job_name }) => job_name)).toContain(job)
    expect(job).toBe(service.name)
    const [endpoint] = spec.podMetricsEndpoints
    const ports = template.spec.containers.flatMap(({ ports = [] }) => ports)
    expect(ports.find(({ name }) => name === endpoint?.port)?.containerPort).toBe(service.healthPort)
  })
})
