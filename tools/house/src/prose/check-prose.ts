import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../run.ts'
import { withoutComments } from '../source/lexemes.ts'
import { type Finding, findProse, squashed, wordsIn } from './prose.ts'

/** How many findings a part may still have. A part that is not in it may have none. */
export type Allowance = Record<string, number>

const allowance = join(import.meta.dirname, 'allowed.json')
const read = /\.(?:ts|md|ya?ml|env|proto)$/
/** Generated from what is read elsewhere, about somebody else's words, or history. */
const skipped =
  /^(?:protos\/generated|deploy\/kubernetes|docs\/(?:checks|messages|metrics|threats)\.md|tools\/house\/src\/prose|bench\/results)|\/fixtures\/|package-lock|CHANGELOG/

/** What the glossary replaces in all files that the project keeps, by part: a service, a library, the docs, a page at the top. */
export function findInProject(): Map<string, Finding[]> {
  const fixed = fixedNames()
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => read.test(file) && !skipped.test(file))
  const existing = new Set(globSync(files, { cwd: root }))
  const findings = files
    .filter((file) => existing.has(file))
    .flatMap((file) => [
      ...wordsIn(basename(file).replace(/\..*$/, ''), fixed).map((finding) => ({ file, line: 1, ...finding })),
      ...findProse(file, readFileSync(join(root, file), 'utf8'), fixed),
    ])
  return Map.groupBy(findings, ({ file }) => partOf(file))
}

const partOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(?:services|libs|tools|tests)\/.*\//.test(file) ? 2 : 1)
    .join('/')

/** Names that the wire or the database knows: those of the protos, messages and migrations, in one spelling. */
function fixedNames(): Set<string> {
  const contracts = globSync(
    ['protos/*.proto', 'protos/**/*.proto', 'services/*/migrations/**/*.sql', 'libs/*/migrations/*.sql'],
    {
      cwd: root,
      exclude: ['**/node_modules'],
    },
  )
  const text = contracts.map((file) => {
    const content = readFileSync(join(root, file), 'utf8')
    return file.endsWith('.sql') ? withoutComments(file, content) : content.replace(/\/\/[^\n]*/g, '')
  })
  return new Set(text.join('\n').match(/\w+/g)?.map(squashed))
}

/** Throws with the findings of each part that has more than it may. */
export function checkProse(): void {
  const allowed = readAllowance()
  const beyond = [...findInProject()].filter(([part, findings]) => findings.length > (allowed[part] ?? 0))
  if (beyond.length === 0) return
  const parts = beyond.map(([part, findings]) => {
    const counts = `${findings.length} words that the glossary replaces, ${allowed[part] ?? 0} are allowed`
    return `${part}: ${counts}\n${findings.map(describe).join('\n')}`
  })
  throw new Error(`${parts.join('\n\n')}\n\nThe words are in tools/house/src/prose/words.json.`)
}

/** Allows each part no more than it has. */
export function lowerProseAllowance(): void {
  const found = findInProject()
  const allowed = Object.entries(readAllowance()).map(
    ([part, count]) => [part, Math.min(count, found.get(part)?.length ?? 0)] as const,
  )
  writeFileSync(allowance, `${JSON.stringify(Object.fromEntries(allowed.filter(([, count]) => count > 0)), null, 2)}\n`)
}

function readAllowance(): Allowance {
  return JSON.parse(readFileSync(allowance, 'utf8')) as Allowance
}

export const describe = ({ file, line, found, use }: Finding): string => `  ${file}:${line}: "${found}" → ${use}`
