import { defineCheck, type Evidence, notApplicable, pass, tagEvidence, warn } from '../check.ts'
import { findEmails } from '../find-emails.ts'

export default defineCheck({
  id: 'plaintext_email',
  title: 'E-mail addresses',
  titles: { pass: 'No e-mail address is exposed', warn: 'E-mail addresses are exposed' },
  category: 'security',
  weight: 0,
  why: 'Address collectors read pages too.',
  fix: 'Offer a contact form, or expect unwanted mail.',
  criteria: { pass: 'none', warn: 'any', notApplicable: 'the page has no text' },
  needs: ['text', 'anchors'],

  check({ text, anchors }) {
    if (text.trim() === '' && anchors.length === 0) return notApplicable('The page has no text.')
    const found = new Map<string, Evidence>()
    for (const anchor of anchors) {
      if (!/^\s*mailto:/i.test(anchor.href ?? '')) continue
      for (const email of findEmails((anchor.href ?? '').slice(0, 500)))
        found.set(email, { email, ...tagEvidence(anchor) })
    }
    for (const email of findEmails(text)) if (!found.has(email)) found.set(email, { email })
    return found.size === 0 ? pass(0) : warn('E-mail addresses are exposed.', [...found.values()], found.size)
  },
})
