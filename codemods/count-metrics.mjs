// Tests count by `countMetrics` of @pagebell/testing/count-metrics; removes the deprecated pair of @pagebell/runtime.
// node count-metrics.mjs <root>
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? '.'
const files = execFileSync('git', ['grep', '-lE', 'collectMetrics|countMetrics', '--', 'services', 'tests', 'tools', 'bench'], { cwd: root, encoding: 'utf8' })
for (const file of files.split('\n').filter((name) => name.endsWith('.ts'))) {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const after = before
    .replace(/import \{ collectMetrics, countMetrics \} from '@pagebell\/runtime\/define-metric'/, "import { countMetrics } from '@pagebell/testing/count-metrics'")
    .replace(/countMetrics\(true\)\n\s*running\.defer\(\(\) => countMetrics\(false\)\)/, 'const metrics = running.use(countMetrics())')
    .replace(/const counted = \(await collectMetrics\(\)\)\.find\(\(\{ about \}\) => about\.name === deliveries\.name\)/, 'const points = await metrics.read(deliveries.name)')
    .replace(/counted\?\.points\.find\((\(\{ labels \}\) => labels\['pagebell\.outcome'\] === '\w+')\)\?\.value \?\? 0/, 'points.find($1)?.value ?? 0')
  if (after === before) continue
  writeFileSync(path, after)
  console.log(file, /collectMetrics|countMetrics\((?:true|false)\)/.test(after) ? 'CHANGE BY HAND' : 'changed')
}
const metric = join(root, 'libs/runtime/src/define-metric.ts')
writeFileSync(metric, readFileSync(metric, 'utf8').replace(/\n\/\/ Deprecated, for one test[\s\S]*$/, ''))
rmSync(join(root, 'libs/runtime/src/deprecated-metrics.ts'), { force: true })
