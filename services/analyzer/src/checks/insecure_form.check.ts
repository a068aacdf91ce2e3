import { defineCheck, fail, notApplicable, pass, tagEvidence } from '../check.ts'
import { hrefResolver } from '../resolve-href.ts'

export default defineCheck({
  id: 'insecure_form',
  title: 'Forms are sent encrypted',
  category: 'security',
  weight: 3,
  why: 'What is typed into the form can be read on the way.',
  fix: 'Let the form, and the page it is on, use https.',
  criteria: {
    pass: 'none is insecure',
    fail: 'an http action, or a password field on http',
    notApplicable: 'there is no form',
  },
  needs: ['url', 'base', 'forms'],

  check({ url, base, forms }) {
    if (forms.length === 0) return notApplicable('The page has no form.')
    const resolve = hrefResolver({ url, base })
    const insecure = forms.filter(({ action, hasPassword }) => {
      if (hasPassword && url.protocol === 'http:') return true
      if (action === null || resolve(action)?.protocol !== 'http:') return false
      // On a page that is http itself a form says nothing new by staying there.
      return url.protocol === 'https:' || /^\s*http:/i.test(action)
    })
    const evidence = insecure.map(tagEvidence)
    return insecure.length === 0 ? pass(0) : fail('A form is sent unencrypted.', evidence, insecure.length)
  },
})
