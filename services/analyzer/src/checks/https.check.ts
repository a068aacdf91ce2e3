import { defineCheck, fail, pass, tagEvidence } from '../check.ts'
import { insecureTest } from '../resolve-href.ts'

export default defineCheck({
  id: 'https',
  title: 'The page is served over HTTPS',
  category: 'security',
  weight: 8,
  why: 'Anyone on the way can read and change what is sent over HTTP, and browsers say so.',
  fix: 'Get a certificate, redirect to https, and ask for every file over https.',
  criteria: {
    pass: 'the final address is https, and so is everything it loads',
    fail: 'it is http, or files are asked for over http',
  },
  needs: ['url', 'base', 'subResources'],

  check({ url, base, subResources }) {
    if (url.protocol !== 'https:') return fail('The page is served over HTTP.', { url: url.href }, url.protocol)
    const isInsecure = insecureTest({ url, base })
    const insecure = subResources.filter((resource) => isInsecure(resource.url))
    const evidence = insecure.map((resource) => ({ ...tagEvidence(resource), url: resource.url }))
    return insecure.length === 0
      ? pass('https:')
      : fail('The page asks for files over HTTP.', evidence, insecure.length)
  },
})
