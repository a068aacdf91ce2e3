import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import { type Figures, figuresOf, figuresTable } from './figures.ts'

const help = `npm run house -- [--base COMMIT]

Prints how large the parts of the code are, tests left out: files, lines, their quartiles, the share of files under 15 lines
and of those that one file alone imports, import circles (types included), and base names that a part has twice.
--base: the same of a commit, in front of each figure.`

const { values } = parseArgs({ options: { base: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) console.log(help)
else console.log(figuresTable(measure(root), values.base === undefined ? undefined : measureCommit(values.base)))

function measure(folder: string): Map<string, Figures> {
  const files = globSync('{services,libs,tools}/*/src/**/*.ts', { cwd: folder })
    .filter((file) => !/\.test\.ts$|\/fixtures\//.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  return figuresOf(files, packagesOf(folder))
}

function packagesOf(folder: string): Map<string, string> {
  const manifests = globSync('{services,libs,tools}/*/package.json', { cwd: folder })
  return new Map(
    manifests.map((file) => {
      const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string }
      return [name, file.replace(/\/package\.json$/, '')]
    }),
  )
}

function measureCommit(commit: string): Map<string, Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'pagebell-base-'))
  try {
    const archive = execFileSync('git', ['archive', commit, 'services', 'libs', 'tools'], {
      cwd: root,
      maxBuffer: 1 << 30,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    return measure(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
