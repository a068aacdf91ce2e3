import { measureAnalyzer } from './analyzer/measure-analyzer.ts'
import { writeResults } from './write-results.ts'

const rows = { analyzer: measureAnalyzer }
const settings = { rounds: 4, roundMs: 3_000 }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in rows))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, measure] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`${name} …\n`)
  process.stdout.write(`${writeResults(name, await measure(settings), settings)}\n`)
}
