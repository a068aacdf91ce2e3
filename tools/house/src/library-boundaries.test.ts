import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { allChannels } from '@pagebell/channel-settings/all-channels'
import { root } from './run.ts'

/** Variables that a library declares or reads itself, and may therefore name: in which file. */
const ownVariables: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    Object.values(allChannels).map(({ id, endpoint }) => [
      `libs/channel-settings/src/${id}-settings.ts`,
      [endpoint.variable],
    ]),
  ),
  'libs/broker/src/broker-variables.ts': ['AMQP_URL', 'AMQP_PREFIX'],
  'libs/postgres/src/database-variables.ts': ['DATABASE_URL', 'DATABASE_REPLICA_URL'],
  'libs/redis/src/redis-variables.ts': ['REDIS_URL', 'REDIS_PREFIX'],
  'libs/rpc/src/credentials.ts': ['RPC_CALLERS', 'INTERNAL_TOKEN'],
  'libs/runtime/src/process-variables.ts': ['LOG_LEVEL', 'HOST', 'SETTINGS_KEY'],
  'libs/safe-fetch/src/fetch-variables.ts': ['FETCH_ALLOW', 'DNS_SERVERS'],
  'libs/safe-fetch/src/judge-url.ts': ['FETCH_ALLOW'],
  'libs/telemetry/src/run-service.ts': ['LOG_LEVEL'],
  'libs/tokens/src/seal.ts': ['SETTINGS_KEY'],
}

const withoutComments = (text: string): string => text.replace(/^\s*\/\*[\s\S]*?\*\/|\/\/[^\n'"`]*$/gm, '')

/** What of a library's source names a service's route or variable. */
function findServiceNames(source: string, variables: readonly string[]): string[] {
  const code = withoutComments(source)
  return [
    ...variables.filter((name) => new RegExp(`\\b${name}\\b`).test(code)),
    ...[...code.matchAll(/['"`]\/api\/[^'"`]*/g)].map(([route]) => route.slice(1)),
  ]
}

const configs = await Promise.all(
  globSync('services/*/src/config.ts', { cwd: root }).map(
    async (file) => ((await import(join(root, file))) as { config: { properties: object } }).config,
  ),
)
const variables = [...new Set(configs.flatMap(({ properties }) => Object.keys(properties)))]
const files = globSync('libs/*/src/**/*.ts', { cwd: root })
  // Deprecated files go when the services have adopted what replaces them; libs/testing knows the system that it tests.
  .filter((file) => !/\.test\.ts$|\/deprecated-[^/]*$|^libs\/testing\//.test(file))

describe('a library', () => {
  it('that names a route or a variable of a service is found', () => {
    expect(variables.length).toBeGreaterThan(40)
    const source = `/** HOST */\nconst names = ['PANEL_TRUST_PROXY'] // BING_ENDPOINT\nif (url === '/api/hooks/*') stop()`
    expect(findServiceNames(source, variables)).toEqual(['PANEL_TRUST_PROXY', '/api/hooks/*'])
  })

  it.each(files)('%s names none', (file) => {
    const allowed = ownVariables[file] ?? []
    const found = findServiceNames(readFileSync(join(root, file), 'utf8'), variables)
    expect(found.filter((name) => !allowed.includes(name))).toEqual([])
  })
})
