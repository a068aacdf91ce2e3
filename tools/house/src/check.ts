import { styleText } from 'node:util'
import { refresh } from './generated-files.ts'
import { checkProse } from './prose/check-prose.ts'
import { run } from './run.ts'

/** Read-only steps, which run concurrently. */
const steps: Record<string, () => Promise<unknown>> = {
  'format and imports (biome)': () => run('biome', ['check', '--error-on-warnings', '.']),
  'lint with types (oxlint)': () => run('oxlint', ['--type-aware', '--deny-warnings', '.']),
  'types (tsc)': () => run('tsc', ['-p', '.', '--checkers', '1']),
  'words of the field (prose)': async () => checkProse(),
  'package boundaries (turbo)': () => run('turbo', ['boundaries', '--no-color']),
}

/** On every core; jest alone leaves one idle, which is half of a machine of two. Arguments of the command go to jest. */
const unitTests = () =>
  run('node', [
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'unit',
    '--maxWorkers=100%',
    ...process.argv.slice(2),
  ])

async function generatedFiles(): Promise<void> {
  const stale = await refresh()
  if (stale.length > 0) throw new Error(`Regenerated stale files, commit them: ${stale.join(', ')}`)
}

// First, as it rewrites files that the other steps read.
const outcomes = [await hold('generated files', generatedFiles)]
outcomes.push(...(await Promise.all(Object.entries(steps).map(([name, step]) => hold(name, step)))))
outcomes.push(await hold('unit tests (jest)', unitTests))
process.exitCode = outcomes.every(Boolean) ? 0 : 1

async function hold(name: string, step: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now()
  const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s`
  try {
    await step()
    console.log(`${styleText('green', 'holds')} ${seconds()}  ${name}`)
    return true
  } catch (error) {
    console.error(`${styleText('red', 'fails')} ${seconds()}  ${name}\n${(error as Error).message}`)
    return false
  }
}
