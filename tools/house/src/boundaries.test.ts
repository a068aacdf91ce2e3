import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, run } from './run.ts'

/** The linter findings for some files of a copy of the workspace; undefined without findings. */
async function complaint(linter: 'biome' | 'oxlint', files: Record<string, string>): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), 'pagebell-rules-'))
  try {
    for (const config of ['biome.json', '.oxlintrc.json']) cpSync(join(root, config), join(copy, config))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), text)
    }
    const args = linter === 'biome' ? ['lint', '--vcs-enabled=false', '--error-on-warnings'] : ['--deny-warnings']
    await run(linter, [...args, '.'], copy)
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const importOf = (module: string): string => `import { x } from '${module}'\nexport const y = x\n`
const exportOf = (module: string): string => `import { x } from '${module}'\nexport default x\n`
const edgeWithoutDriver = 'uses no driver'

describe('the import rules of a file', () => {
  it.each([
    ['services/report/src/runs/score-run.ts', importOf('pg'), 'takes its tools as arguments'],
    ['services/report/src/runs/score-run.ts', importOf('fastify'), 'takes its tools as arguments'],
    ['services/report/src/runs/score-run.ts', importOf('@pagebell/http/problem'), 'knows no transport'],
    ['services/report/src/runs/score-run.ts', importOf('./runs.rpc.ts'), 'knows no transport'],
    ['services/report/src/runs/score-run.ts', importOf('../config.ts'), 'Only main.ts and service.ts know'],
    ['services/report/src/runs/score-run.ts', 'export const url = process.env.DATABASE_URL\n', 'noProcessEnv'],
    ['services/report/src/service.ts', 'export const url = process.env.DATABASE_URL\n', 'noProcessEnv'],
    ['services/report/src/runs/runs.rpc.ts', importOf('pg'), edgeWithoutDriver],
    ['services/intake/src/hooks/hooks.route.ts', importOf('ioredis'), edgeWithoutDriver],
    ['services/intake/src/hooks/hooks.routes.ts', importOf('ioredis'), edgeWithoutDriver],
    ['services/report/src/runs/page-analyzed.consumer.ts', importOf('amqplib'), edgeWithoutDriver],
    ['services/report/src/runs/runs.sql.ts', importOf('pg'), 'A *.sql.ts file holds statements'],
    ['services/report/src/runs/runs.sql.ts', importOf('./runs.rpc.ts'), 'knows no transport'],
    ['services/gateway/src/reports/report-json.ts', importOf('@pagebell/postgres/database'), 'they keep nothing'],
    ['services/panel/src/pages/keys.page.ts', importOf('amqplib'), 'they keep nothing'],
    ['services/analyzer/src/checks/title.check.ts', exportOf('node:fs'), 'pure function of facts'],
    ['services/notifier/src/channels/x.channel.ts', exportOf('undici'), 'gets its tools as arguments'],
    ['services/intake/src/sources/kinds/x.source.ts', exportOf('node:crypto'), 'pure function of a delivery'],
    ['libs/urls/src/normalise-url.ts', 'export default function normalise() {}\n', 'noDefaultExport'],
    ['libs/urls/src/index.ts', "export * from './normalise-url.ts'\n", 'noReExportAll'],
  ])('in %s refuse %j', async (file, text, says) => {
    expect(await complaint('biome', { [file]: text })).toContain(says)
  })

  it.each([
    ['services/report/src/runs/score-run.ts', importOf('./rate.ts')],
    ['services/report/src/runs/score-run.ts', importOf('./runs.sql.ts')],
    ['services/report/src/runs/runs.rpc.ts', importOf('@pagebell/rpc/serve-rpc')],
    ['services/report/src/runs/runs.sql.ts', importOf('@pagebell/postgres/database')],
    ['services/report/src/service.ts', importOf('./config.ts')],
  ])('in %s allow %j', async (file, text) => {
    expect(await complaint('biome', { [file]: text })).toBeUndefined()
  })

  it('reject an import cycle, also of types', async () => {
    const files = {
      'services/report/src/a.ts': "import type { B } from './b.ts'\nexport type A = { b?: B }\n",
      'services/report/src/b.ts': "import type { A } from './a.ts'\nexport type B = { a?: A }\n",
    }
    expect(await complaint('oxlint', files)).toContain('no-cycle')
    expect(
      await complaint('oxlint', { ...files, 'services/report/src/a.ts': 'export type A = object\n' }),
    ).toBeUndefined()
  })
})

describe('an exception to the import rules', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    overrides: { includes: string[] }[]
  }
  const exceptions = overrides.flatMap(({ includes }) => includes.filter((pattern) => pattern.startsWith('!')))
  // Role suffixes are valid even if no service has such a file.
  const patterns = [...new Set(exceptions.flatMap((pattern) => alternatives(pattern.slice(1))))].filter(
    (pattern) => !pattern.includes('*.'),
  )
  const files = globSync('services/*/src/**/*.ts', { cwd: root })

  it.each(patterns)('%s matches a file', (pattern) => {
    expect(files.some((file) => matchesGlob(file, pattern))).toBe(true)
  })
})

/** Expands a pattern with {several,alternatives}. */
function alternatives(pattern: string): string[] {
  const [, before, list, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  if (list === undefined) return [pattern]
  return list.split(',').flatMap((one) => alternatives(`${before}${one}${after}`))
}

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
