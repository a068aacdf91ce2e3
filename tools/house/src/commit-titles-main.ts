// node tools/house/src/commit-titles-main.ts BASE: the titles of the commits since BASE.
import { execFileSync } from 'node:child_process'
import { titleProblem } from './commit-titles.ts'

const [base] = process.argv.slice(2)
if (base === undefined) {
  console.error('commit-titles-main.ts BASE: names the commit, tag or branch before the first title to check.')
  process.exit(2)
}
const log = execFileSync('git', ['log', '--format=%h %s', `${base}..HEAD`], { encoding: 'utf8' })
const commits = log.split('\n').filter((line) => line !== '')
let bad = 0
for (const line of commits) {
  const title = line.slice(line.indexOf(' ') + 1)
  const problem = titleProblem(title)
  if (problem === undefined) continue
  bad++
  console.error(`${line}\n  ${problem}`)
}
console.log(`${commits.length} commit titles, ${bad} to change`)
process.exit(bad === 0 ? 0 : 1)
