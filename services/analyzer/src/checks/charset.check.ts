import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'charset',
  title: 'The page says how its text is encoded',
  category: 'content',
  weight: 2,
  why: 'Without it browsers guess, and letters outside ASCII turn to garbage.',
  fix: 'Send "Content-Type: text/html; charset=utf-8".',
  criteria: {
    pass: 'utf-8 by header, BOM or a meta tag within the first 1,024 bytes',
    warn: 'another charset',
    fail: 'none',
  },
  needs: ['charset'],

  check({ charset }) {
    const declared = [charset.bom, charset.header, charset.meta].find((name) => name !== null && isName(name)) ?? null
    if (declared === null) {
      return fail('No charset is declared.', {
        missing: 'charset in Content-Type or <meta charset> in the first 1,024 bytes',
      })
    }
    const name = declared.toLowerCase()
    return name === 'utf-8' || name === 'utf8'
      ? pass(name)
      : warn(`The charset is ${name}.`, { charset: declared }, name)
  },
})

/** The characters of which registered charset names are made (IANA character sets). */
function isName(name: string): boolean {
  return /^[a-z0-9_:.()+-]{2,40}$/i.test(name)
}
