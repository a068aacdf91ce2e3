import { defineCheck, fail, pass, tagEvidence, warn } from '../check.ts'

export default defineCheck({
  id: 'render_blocking',
  title: 'No script holds up the page',
  category: 'performance',
  weight: 2,
  why: 'A script in the head stops the page until it has been fetched and run.',
  fix: 'Add defer or async to the script, or move it to the end.',
  criteria: { pass: 'none', warn: 'one to three', fail: 'more' },
  needs: ['blockingScripts'],

  check({ blockingScripts }) {
    const count = blockingScripts.length
    if (count === 0) return pass(0)
    const evidence = blockingScripts.map(tagEvidence)
    const message = `${count} scripts in the head hold up the page.`
    return count <= 3 ? warn(message, evidence, count) : fail(message, evidence, count)
  },
})
