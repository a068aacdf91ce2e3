import { defineCheck, pass, warn } from '../check.ts'
import { findEmails } from '../find-emails.ts'

export default defineCheck({
  id: 'plaintext_email',
  title: 'No e-mail address lies open',
  category: 'security',
  weight: 0,
  why: 'Address collectors read pages too.',
  fix: 'Offer a contact form, or expect unwanted mail.',
  criteria: { pass: 'none', warn: 'any' },
  needs: ['text', 'anchors'],

  check({ text, anchors }) {
    const written = findEmails(text)
    const linked = anchors.flatMap(({ href }) =>
      /^\s*mailto:/i.test(href ?? '') ? findEmails((href ?? '').slice(0, 500)) : [],
    )
    const emails = [...new Set([...written, ...linked])]
    return emails.length === 0
      ? pass(0)
      : warn(
          'E-mail addresses lie open.',
          emails.map((email) => ({ email })),
          emails.length,
        )
  },
})
