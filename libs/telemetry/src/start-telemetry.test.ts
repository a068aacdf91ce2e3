import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'

/** Starts telemetry in a separate process, and returns the packages of OpenTelemetry that it loaded. */
async function loadedBy(env: Record<string, string>): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)\\/(?!.*node_modules)/.exec(found.url) ?? []
        if (name) loaded.add(name)
        return found
      },
    })
    const { createLog } = await import('@pagebell/runtime/log')
    const { startTelemetry } = await import('./start-telemetry.ts')
    await using telemetry = await startTelemetry('probe', process.env, createLog('probe', 'silent'))
    console.log(JSON.stringify([...loaded]))`
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env,
  })
  return JSON.parse(stdout)
}

const closedPort = 'http://127.0.0.1:9'

describe('telemetry', () => {
  it('that is disabled loads no part of the SDK', async () => {
    const loaded = await loadedBy({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: closedPort })
    expect(loaded.sort()).toEqual(['@opentelemetry/api', '@opentelemetry/context-async-hooks'])
  })

  it('without an endpoint loads what counts metrics, and nothing that exports', async () => {
    expect((await loadedBy({})).sort()).toEqual([
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/semantic-conventions',
    ])
  })

  it('with an endpoint loads what sends there', async () => {
    expect(await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: closedPort })).toContain('@opentelemetry/sdk-node')
  })
})
