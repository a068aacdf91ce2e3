import { jsonLdFaults } from '../parsers/json-ld.ts'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'structured_data',
  title: 'Structured data',
  titles: {
    pass: 'Structured data is valid',
    warn: 'The page has no structured data',
    fail: 'Structured data has errors',
  },
  category: 'seo',
  weight: 4,
  why: 'Engines make rich results of it: stars, prices, breadcrumbs.',
  fix: 'Describe the page in JSON-LD with the properties that its type requires.',
  learn: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  criteria: {
    pass: 'valid JSON-LD, microdata or RDFa',
    warn: 'none',
    fail: 'a syntax error, or a required property is missing',
  },
  needs: ['structured'],

  check({ structured }) {
    if (structured.length === 0)
      return warn('The page has no structured data.', { missing: '<script type="application/ld+json">' })
    const faults = structured
      .filter(({ kind, cut }) => kind === 'json-ld' && !cut)
      .flatMap(({ text, line, column }) => jsonLdFaults(text).map((fault) => ({ ...fault, line, column })))
    return faults.length === 0 ? pass(structured.length) : fail('The structured data is faulty.', faults, faults.length)
  },
})
