import { encodingOf } from '../parsers/encoding-label.ts'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'charset',
  title: 'Character encoding',
  titles: {
    pass: 'The page declares UTF-8',
    warn: 'The page is not encoded in UTF-8',
    fail: 'The page declares no valid character encoding',
  },
  category: 'content',
  weight: 3,
  why: 'Without it browsers guess, and letters outside ASCII turn to garbage.',
  fix: 'Send "Content-Type: text/html; charset=utf-8".',
  learn: 'https://www.w3.org/International/questions/qa-html-encoding-declarations',
  criteria: {
    pass: 'utf-8 by header, BOM or a meta tag within the first 1,024 bytes',
    warn: 'another encoding',
    fail: 'none, or a name that the Encoding Standard does not know',
  },
  differs: 'A name that is registered with IANA and that no browser knows fails here; Lighthouse lets it pass.',
  needs: ['charset'],

  check({ charset }) {
    const declared = [charset.bom, charset.header, charset.meta].filter((name) => name !== null)
    const [name] = declared
    if (name === undefined) {
      return fail('No character encoding is declared.', {
        missing: 'charset in Content-Type or <meta charset> in the first 1,024 bytes',
      })
    }
    const encoding = declared.map(encodingOf).find((one) => one !== null)
    if (encoding === undefined) return fail(`"${name}" is no character encoding.`, { charset: name }, name)
    return encoding === 'utf-8' ? pass(encoding) : warn(`The encoding is ${encoding}.`, { charset: name }, encoding)
  },
})
