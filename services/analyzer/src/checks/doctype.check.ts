import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'doctype',
  title: 'Doctype',
  titles: {
    pass: 'The page is rendered in standards mode',
    warn: 'The page is rendered in limited quirks mode',
    fail: 'The page is rendered in quirks mode',
  },
  category: 'content',
  weight: 2,
  why: 'Without a doctype browsers imitate those of 1998.',
  fix: 'Start the page with <!doctype html>.',
  snippet: '<!doctype html>',
  learn: 'https://developer.mozilla.org/en-US/docs/Glossary/Doctype',
  criteria: { pass: '<!doctype html>', warn: 'limited quirks', fail: 'none, or quirks' },
  needs: ['mode', 'hasDoctype'],

  check({ mode, hasDoctype }) {
    if (!hasDoctype) return fail('There is no doctype.', { missing: '<!doctype html>' })
    if (mode === 'quirks') return fail('The doctype puts browsers into quirks mode.', { mode }, mode)
    return mode === 'limited-quirks'
      ? warn('The doctype puts browsers into limited quirks mode.', { mode }, mode)
      : pass(mode)
  },
})
