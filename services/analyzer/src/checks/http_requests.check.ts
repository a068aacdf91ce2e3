import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'http_requests',
  title: 'Number of files',
  titles: {
    pass: 'The page loads few files',
    warn: 'The page loads many files',
    fail: 'The page loads too many files',
  },
  category: 'performance',
  weight: 1,
  why: 'Each file is another request before the page is whole.',
  fix: 'Join files, drop what is not needed, and load images lazily.',
  criteria: { pass: '50 or fewer', warn: '100 or fewer', fail: 'more', notApplicable: 'none' },
  needs: ['subResources'],

  check({ subResources }) {
    const distinct = [...new Map(subResources.map((resource) => [resource.url, resource])).values()]
    const count = distinct.length
    if (count === 0) return notApplicable('The page loads no other file.')
    if (count <= 50) return pass(count)
    const evidence = distinct.map(tagEvidence)
    const message = `The page asks for ${count} other files.`
    return count <= 100 ? warn(message, evidence, count) : fail(message, evidence, count)
  },
})
