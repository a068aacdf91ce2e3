import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from './read-document.ts'
import { installTools, run, tool, tools } from './run-tool.ts'

// Lints /openapi.json by the recommended rules of Redocly and Spectral, generates two TypeScript clients from it, and compiles
// programs that use them under strict settings. The tools are a separate package with its own lock file.

const generated = join(tools, 'generated')
const file = join(generated, 'openapi.json')

installTools()
rmSync(generated, { recursive: true, force: true })
mkdirSync(generated, { recursive: true })
writeFileSync(file, JSON.stringify(await readDocument(), null, 2))

const steps: [string, [string, string[]]][] = [
  ['Redocly, recommended', tool('redocly', 'lint', '--config', 'redocly.yaml', '--max-problems', '50', file)],
  ['Spectral, spectral:oas', tool('spectral', 'lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', file)],
  ['client 1', tool('openapi-typescript', file, '-o', join(generated, 'schema.d.ts'))],
  [
    'client 2',
    tool(
      'openapi-ts',
      '-i',
      file,
      '-o',
      join(generated, 'hey'),
      '-p',
      '@hey-api/client-fetch',
      '-p',
      '@hey-api/typescript',
      '-p',
      '@hey-api/sdk',
    ),
  ],
  ['compile', tool('tsc', '-p', 'tsconfig.json')],
]
const failed = steps.filter(([title, [program, args]]) => !run(title, program, args)).map(([title]) => title)
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`)
  process.exitCode = 1
} else console.log('\nBoth linters found nothing; both clients compile.')
