import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'render_blocking',
  title: 'Render-blocking scripts',
  titles: {
    pass: 'No script blocks rendering',
    warn: 'A few scripts block rendering',
    fail: 'Many scripts block rendering',
  },
  category: 'performance',
  weight: 1,
  why: 'A script in the head stops the page until it has been fetched and run.',
  fix: 'Add defer or async to the script, or move it to the end.',
  learn: 'https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources',
  criteria: { pass: 'none', warn: 'one to three', fail: 'more', notApplicable: 'the page has no script' },
  needs: ['blockingScripts', 'scripts'],

  check({ blockingScripts, scripts }) {
    if (scripts === 0) return notApplicable('The page has no script.')
    const count = blockingScripts.length
    if (count === 0) return pass(0)
    const evidence = blockingScripts.map(tagEvidence)
    const message = `${count} scripts in the head hold up the page.`
    return count <= 3 ? warn(message, evidence, count) : fail(message, evidence, count)
  },
})
