import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'url_form',
  title: 'Form of the URL',
  titles: {
    pass: 'The URL is short and readable',
    warn: 'The URL could be easier to read',
    fail: 'The URL is hard to read',
  },
  category: 'seo',
  weight: 0,
  why: 'Readers judge a result by its address too.',
  fix: 'Use a short address in lower case with hyphens and few parameters.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  criteria: {
    pass: 'at most 100 characters, lower case, hyphens, at most two parameters',
    warn: 'one or two faults',
    fail: 'more, a session id, or more than 2,048 characters',
  },
  needs: ['url'],

  check({ url }) {
    const { href, pathname, searchParams } = url
    const faults: string[] = []
    if (href.length > 100) faults.push(`${href.length} characters`)
    if (/[A-Z]/.test(pathname.replace(/%[0-9A-F]{2}/g, ''))) faults.push('upper case in the path')
    if (pathname.includes('_') || pathname.includes('%20')) faults.push('underscores or spaces instead of hyphens')
    if ([...searchParams].length > 2) faults.push('more than two parameters')
    const session = [...searchParams.keys()].find((name) =>
      /^(phpsessid|jsessionid|sid|sessionid|session_id|aspsessionid.*)$/i.test(name),
    )
    const evidence = faults.map((fault) => ({ url: href, fault }))
    if (session !== undefined || pathname.toLowerCase().includes(';jsessionid=')) {
      return fail('The address carries a session id.', { url: href, parameter: session ?? 'jsessionid' })
    }
    if (href.length > 2048 || faults.length > 2) return fail('The address is hard to read.', evidence, faults.length)
    return faults.length === 0
      ? pass(href.length)
      : warn('The address could be easier to read.', evidence, faults.length)
  },
})
