import { parseArgs } from 'node:util'
import { describe, findInProject } from './check-prose.ts'

const help = `npm run prose -- [PATH…] [--worst N] [--counts]

Prints what the glossary replaces (tools/house/src/prose/words.json) in names, comments, texts and pages. PATH: only in files
whose name begins with it. --worst: only the N files with the most. --counts: only how much there is in each part.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'string' }, counts: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const parts = findInProject()
const findings = [...parts.values()]
  .flat()
  .filter(({ file }) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)))
if (values.counts) {
  for (const [part, { length }] of byCount(parts)) console.log(`${String(length).padStart(5)}  ${part}`)
} else if (values.worst !== undefined) {
  const files = byCount(Map.groupBy(findings, ({ file }) => file)).slice(0, Number(values.worst))
  for (const [file, { length }] of files) console.log(`${String(length).padStart(5)}  ${file}`)
} else console.log(findings.map(describe).join('\n'))

function byCount<Item>(groups: ReadonlyMap<string, Item[]>): [string, Item[]][] {
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length)
}
