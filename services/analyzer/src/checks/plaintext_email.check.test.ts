import { specifyCheck } from '../../test/specify-check.ts'
import plaintextEmail from './plaintext_email.check.ts'

specifyCheck(plaintextEmail, [
  ['passes none', { body: 'mail us @ the tower' }, 'pass'],
  ['warns of one in the text', { body: 'bell@example.com' }, 'warn'],
  ['warns of one in a link', { body: '<a href="mailto:bell@example.com">mail</a>' }, 'warn'],
  ['ends on a long run of letters', { body: `${'a'.repeat(200_000)}@` }, 'pass'],
])
