import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'ttfb',
  title: 'Response time',
  titles: {
    pass: 'The server responds quickly',
    warn: 'The server responds slowly',
    fail: 'The server responds very slowly',
  },
  category: 'performance',
  weight: 5,
  why: 'Nothing can be shown before the first byte is there.',
  fix: 'Cache pages, and serve them from near the reader.',
  learn: 'https://web.dev/articles/ttfb',
  criteria: {
    pass: '600 ms or less',
    warn: '1,500 ms or less',
    fail: 'more',
    notApplicable: 'a recorded exchange does not tell',
  },
  needs: ['ttfbMs'],

  check({ ttfbMs }) {
    if (ttfbMs === null) return notApplicable('The time was not recorded.')
    const ms = Math.round(ttfbMs)
    if (ms <= 600) return pass(ms)
    const message = `The first byte took ${ms} ms.`
    return ms <= 1500 ? warn(message, { ms }, ms) : fail(message, { ms }, ms)
  },
})
