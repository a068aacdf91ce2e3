import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'

it('a page thread loads nothing that traces, counts or logs', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve: (specifier, context, next) => (loaded.push(specifier), next(specifier, context)) })
    await import('./page.worker.ts')
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  const loaded: string[] = JSON.parse(stdout)
  expect(loaded.length).toBeGreaterThan(40)
  expect(loaded.filter((one) => /opentelemetry|@pagebell\/(runtime|telemetry)|pino/.test(one))).toEqual([])
})
