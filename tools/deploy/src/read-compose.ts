import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export type Container = {
  image: string
  entrypoint?: string[]
  build?: { args: Record<string, string> }
  ports?: string[]
  networks?: string[]
  /** Null: passed on from the shell or an --env-file, if it is set there. */
  environment?: Record<string, string | null>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { disable?: boolean }
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  profiles?: string[]
}
export type Compose = { services: Record<string, Container>; networks: Record<string, Network>; volumes: object }
export type Network = { internal?: boolean; ipam: { config: { subnet: string }[] } }

/** A compose file of the repository, with its anchors resolved. */
export function readCompose(name: string): Compose {
  const text = readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')
  return parse(text, { merge: true, maxAliasCount: -1 }) as Compose
}

/** The monitoring services of deploy/observability/docker-compose.yml. */
export const monitors = ['collector', 'jaeger', 'prometheus', 'grafana']
