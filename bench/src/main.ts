import { analyzerTable, measureAnalyzer } from './analyzer/measure-analyzer.ts'
import type { Settings } from './compare.ts'
import { gatewayTable } from './gateway/gateway-table.ts'
import { measureGateway } from './gateway/measure-gateway.ts'
import { writeResults } from './write-results.ts'

const rows: Record<string, (settings: Settings) => Promise<string>> = {
  async analyzer(settings) {
    const measured = await measureAnalyzer(settings)
    return writeResults('analyzer', measured, analyzerTable(measured), settings)
  },
  async gateway(settings) {
    const measured = await measureGateway(settings)
    return writeResults('gateway', measured, gatewayTable(measured), settings)
  },
}
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
  process.stdout.write(`${await measure(settings)}\n`)
}
