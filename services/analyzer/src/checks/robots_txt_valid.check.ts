import { defineCheck, fail, notApplicable, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'robots_txt_valid',
  title: 'Syntax of robots.txt',
  titles: { pass: 'robots.txt is valid', fail: 'robots.txt has errors' },
  category: 'seo',
  weight: 2,
  why: 'A crawler skips the lines it does not understand, so a rule may not do what it was meant to.',
  fix: 'Fix the listed lines; a rule is "Allow:" or "Disallow:" and a path that starts with "/".',
  learn: 'https://www.rfc-editor.org/rfc/rfc9309.html',
  criteria: {
    pass: 'no faulty line',
    fail: 'faulty lines, or no answer, or a server error',
    notApplicable: 'there is none, or it is empty',
  },
  needs: ['robots', 'robotsFile'],

  check({ robots, robotsFile }) {
    const { status, body } = robots
    if (status === null) return fail('robots.txt cannot be reached.', { robots_txt: 'no answer' })
    if (status >= 500) return fail(`robots.txt answers ${status}.`, { status })
    if (status >= 300) return notApplicable('There is no robots.txt.')
    if (body === null || body.trim() === '') return notApplicable('robots.txt is empty.')
    const { faults } = robotsFile
    const evidence = faults.map(({ line, text, reason }) => ({ line, text, reason }))
    return faults.length === 0 ? pass() : fail('robots.txt has faulty lines.', evidence, faults.length)
  },
})
