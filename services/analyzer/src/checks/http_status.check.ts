import { defineCheck, fail, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'http_status',
  title: 'Status',
  titles: { pass: 'The page answers with success', fail: 'The page answers with an error' },
  category: 'seo',
  weight: 10,
  gate: true,
  why: 'Engines drop a page that answers with an error.',
  fix: 'Make the address answer 200, or point the links to one that does.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Status',
  criteria: { pass: '200 to 299', fail: 'any other status' },
  needs: ['status'],

  check({ status }) {
    return status >= 200 && status <= 299 ? pass(status) : fail(`The page answered ${status}.`, { status }, status)
  },
})
