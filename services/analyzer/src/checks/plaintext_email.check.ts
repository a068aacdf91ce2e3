import { defineCheck, type Evidence, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

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

/** Looks around each "@", so that a long run of letters does not cost quadratic time. */
function findEmails(text: string): string[] {
  const found = new Set<string>()
  for (let at = text.indexOf('@'); at >= 0 && found.size < 1000; at = text.indexOf('@', at + 1)) {
    const before = text.slice(Math.max(0, at - 64), at)
    const local = /[a-z0-9._%+-]{1,64}$/i.exec(before)?.[0]
    const domain = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}/i.exec(text.slice(at + 1, at + 256))?.[0]
    if (local !== undefined && domain !== undefined) found.add(`${local}@${domain}`.toLowerCase())
  }
  return [...found]
}
