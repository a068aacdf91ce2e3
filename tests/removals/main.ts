import { parseArgs } from 'node:util'
import { makeCopy } from '../make-copy.ts'
import { threatRemovals, threatTests } from '../security/threat-removals.ts'
import { allRemovals } from './all-removals.ts'
import { findTest } from './find-test.ts'
import { followRenames } from './follow-renames.ts'
import { readPromises } from './read-promises.ts'
import { runTest, takeAway } from './take-away.ts'

const help = `npm run test:removals -- [--threats] [--only words] [--after N] [--first-whole] | --follow-renames

Takes away one promised behaviour after the other, in a copy of the project, and runs the test that holds it, which has
to be red. Ends with 1 if one is not, and with 2 if there is none with these words. --threats: the guards of tests/security/threats.ts
instead. --only: promises with these words. --after: leaves the first N out.
--first-whole: runs each test with everything in its place before, which has to be green.
--follow-renames: runs nothing; rewrites the rows of both tables whose code was moved or renamed.`

const { values } = parseArgs({
  options: {
    threats: { type: 'boolean' },
    only: { type: 'string' },
    after: { type: 'string', default: '0' },
    'first-whole': { type: 'boolean' },
    'follow-renames': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

if (values['follow-renames']) {
  console.log(followRenames().join('\n') || 'No row has names that changed.')
  process.exit(0)
}

const tests = new Map([...readPromises(), ...threatTests].map(({ promise, test }) => [promise, test]))
const removals = values.threats ? threatRemovals : allRemovals
const selected = removals.filter(({ promise }) => promise.includes(values.only ?? '')).slice(Number(values.after))
if (selected.length === 0) {
  // To have taken away nothing would look like success.
  console.error(`No promise has these words: ${values.only ?? ''}`)
  process.exit(2)
}
await using copy = await makeCopy()
let wrong = 0
for (const [place, removal] of selected.entries()) {
  const title = tests.get(removal.promise)
  if (title === undefined) throw new Error(`No table has a row for: ${removal.promise}`)
  const test = findTest(title)
  const whole = values['first-whole'] ? await runTest(copy.folder, test) : 'green'
  const verdict = whole === 'green' ? await takeAway(copy.folder, removal, test) : `${whole} with everything in place`
  if (verdict !== 'red') wrong++
  console.log(`${place + 1}/${selected.length} ${verdict}: ${removal.promise} (${test.file}: ${test.title})`)
}
console.log(`${selected.length - wrong} of ${selected.length} removals turn their test red`)
process.exitCode = wrong === 0 ? 0 : 1
