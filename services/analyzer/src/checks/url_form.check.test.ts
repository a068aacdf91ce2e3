import { specifyCheck } from '../../test/specify-check.ts'
import urlForm from './url_form.check.ts'

specifyCheck(urlForm, [
  ['passes a short address', { url: 'https://example.com/bells-and-towers?a=1&b=2' }, 'pass'],
  ['warns of underscores', { url: 'https://example.com/bells_and_towers' }, 'warn'],
  ['warns of upper case', { url: 'https://example.com/Bells' }, 'warn'],
  ['does not take an escape for upper case', { url: 'https://example.com/%C3%A9' }, 'pass'],
  ['fails three faults', { url: 'https://example.com/Bells_x?a=1&b=2&c=3' }, 'fail'],
  ['fails a session id', { url: 'https://example.com/?PHPSESSID=1' }, 'fail', /session/],
  ['fails 2,049 characters', { url: `https://example.com/${'a'.repeat(2029)}` }, 'fail'],
])
