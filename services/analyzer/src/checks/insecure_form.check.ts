import { hrefResolver } from '@pagebell/html/resolve-href'
import { upgradesRequests } from '../parsers/content-security-policy.ts'
import { defineCheck, fail, notApplicable, pass, tagEvidence } from '../rating/check.ts'

export default defineCheck({
  id: 'insecure_form',
  title: 'Form security',
  titles: { pass: 'Forms are sent encrypted', fail: 'A form is sent unencrypted' },
  category: 'security',
  weight: 2,
  why: 'What is typed into the form can be read on the way.',
  fix: 'Let the form, and the page it is on, use https.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  criteria: {
    pass: 'none is insecure',
    fail: 'an http action without upgrade-insecure-requests, or a password field on http',
    notApplicable: 'there is no form',
  },
  needs: ['url', 'base', 'forms', 'headers', 'metas'],

  check({ url, base, forms, headers, metas }) {
    if (forms.length === 0) return notApplicable('The page has no form.')
    // As if the page itself were secure: that it is not is said by `https`, and no page may gain by leaving HTTPS.
    const resolve = hrefResolver({ url: new URL(url.href.replace(/^http:/i, 'https:')), base })
    const isUpgraded = upgradesRequests(headers.get('content-security-policy'), metas)
    const insecure = forms.filter(({ action, hasPassword }) => {
      if (hasPassword && url.protocol === 'http:') return true
      return !isUpgraded && action !== null && resolve(action)?.protocol === 'http:'
    })
    const evidence = insecure.map(tagEvidence)
    return insecure.length === 0 ? pass(0) : fail('A form is sent unencrypted.', evidence, insecure.length)
  },
})
