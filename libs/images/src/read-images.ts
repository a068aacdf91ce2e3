import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

const names = [
  'NODE_IMAGE',
  'POSTGRES_IMAGE',
  'REDIS_IMAGE',
  'RABBITMQ_IMAGE',
  'COLLECTOR_IMAGE',
  'JAEGER_IMAGE',
  'PROMETHEUS_IMAGE',
  'GRAFANA_IMAGE',
] as const

/** The images that everything is built from and tested on, as .env.images names them. */
export function readImages(): Record<(typeof names)[number], string> {
  const found = parseEnv(readFileSync(new URL('../../../.env.images', import.meta.url), 'utf8'))
  const image = (name: string): string => {
    const value = found[name]
    if (value === undefined) throw new Error(`.env.images does not name ${name}.`)
    return value
  }
  return Object.fromEntries(names.map((name) => [name, image(name)])) as Record<(typeof names)[number], string>
}
