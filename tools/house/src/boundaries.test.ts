import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, run } from './run.ts'

/** What biome says of a text if it stood in that file of a copy of the workspace; undefined if nothing. */
async function violation(file: string, text: string): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), 'pagebell-rules-'))
  try {
    cpSync(join(root, 'biome.json'), join(copy, 'biome.json'))
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
    await run('biome', ['lint', '--vcs-enabled=false', '--error-on-warnings', '.'], copy)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

describe('the import rules of a folder', () => {
  it.each([
    [
      'services/report/src/score-run.ts',
      "import pg from 'pg'\nexport const pool = new pg.Pool()\n",
      'takes its tools as arguments',
    ],
    [
      'services/report/src/score-run.ts',
      "import { config } from './config.ts'\nexport const url = config\n",
      'Only main.ts and service.ts know',
    ],
    ['services/report/src/score-run.ts', 'export const url = process.env.DATABASE_URL\n', 'noProcessEnv'],
    [
      'services/analyzer/src/checks/title.check.ts',
      "import { readFileSync } from 'node:fs'\nexport default readFileSync\n",
      'pure function of facts',
    ],
    [
      'services/notifier/src/channels/x.channel.ts',
      "import { fetch } from 'undici'\nexport default fetch\n",
      'gets its tools as arguments',
    ],
    ['libs/urls/src/normalise-url.ts', 'export default function normalise() {}\n', 'noDefaultExport'],
  ])('in %s refuse a planted violation', async (file, text, says) => {
    expect(await violation(file, text)).toContain(says)
  })

  it('let a domain file import another', async () => {
    const text = "import { rate } from './rate.ts'\n\nexport const rating = rate(1)\n"
    expect(await violation('services/report/src/score-run.ts', text)).toBeUndefined()
  })
})

describe('the package boundaries', () => {
  it('hold in a copy of the workspace, and fail once a lib imports a service', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'pagebell-boundaries-'))
    try {
      plantWorkspace(copy)
      await run('turbo', ['boundaries', '--no-color'], copy)
      writeFileSync(join(copy, 'libs/faults/src/planted.ts'), "import '@pagebell/intake-service/main.ts'\n")
      dependOn(join(copy, 'libs/faults/package.json'), '@pagebell/intake-service')
      await expect(run('turbo', ['boundaries', '--no-color'], copy)).rejects.toThrow('intake-service')
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})

function plantWorkspace(copy: string): void {
  for (const file of ['package.json', 'package-lock.json', 'turbo.json']) cpSync(join(root, file), join(copy, file))
  for (const folder of ['libs/faults', 'services/intake']) {
    for (const file of ['package.json', 'turbo.json']) {
      mkdirSync(join(copy, folder, 'src'), { recursive: true })
      cpSync(join(root, folder, file), join(copy, folder, file))
    }
  }
  writeFileSync(join(copy, 'services/intake/src/main.ts'), 'export {}\n')
  writeFileSync(join(copy, 'libs/faults/src/fault.ts'), 'export {}\n')
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function dependOn(manifest: string, name: string): void {
  const read = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Record<string, string> }
  writeFileSync(manifest, JSON.stringify({ ...read, dependencies: { ...read.dependencies, [name]: '*' } }))
}
