import { parseArgs } from 'node:util'
import { makeCopy } from '../make-copy.ts'
import { threatRemovals, threatTests } from '../security/threat-removals.ts'
import { allRemovals } from './all-removals.ts'
import { readPromises } from './read-promises.ts'
import { runTest, takeAway } from './take-away.ts'

const help = `npm run test:removals -- [--threats] [--only words] [--after N] [--first-whole]

Takes away one promised behaviour after the other, in a copy of the project, and runs the test that holds it, which has
to be red. Ends with 1 if one is not, and with 2 if there is none with these words. --threats: the guards of tests/security/threats.ts
instead. --only: promises with these words. --after: leaves the first N out.
--first-whole: runs each test with everything in its place before, which has to be green.`

const { values } = parseArgs({
  options: {
    threats: { type: 'boolean' },
    only: { type: 'string' },
    after: { type: 'string', default: '0' },
    'first-whole': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}

const tests = new Map([...readPromises(), ...threatTests].map((kept) => [kept.promise, kept]))
const removals = values.threats ? threatRemovals : allRemovals
const wanted = removals.filter(({ promise }) => promise.includes(values.only ?? '')).slice(Number(values.after))
if (wanted.length === 0) {
  // To have taken away nothing would look like success.
  console.error(`No promise has these words: ${values.only ?? ''}`)
  process.exit(2)
}
await using copy = await makeCopy()
let wrong = 0
for (const [place, removal] of wanted.entries()) {
  const test = tests.get(removal.promise)
  if (test === undefined) throw new Error(`No table has a row for: ${removal.promise}`)
  const whole = values['first-whole'] ? await runTest(copy.folder, test) : 'green'
  const verdict = whole === 'green' ? await takeAway(copy.folder, removal, test) : `${whole} with everything in place`
  if (verdict !== 'red') wrong++
  console.log(`${place + 1}/${wanted.length} ${verdict}: ${removal.promise} (${test.file}: ${test.title})`)
}
console.log(`${wanted.length - wrong} of ${wanted.length} removals turn their test red`)
process.exitCode = wrong === 0 ? 0 : 1
