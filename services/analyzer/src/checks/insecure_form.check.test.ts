import { specifyCheck } from '../../test/specify-check.ts'
import insecureForm from './insecure_form.check.ts'

specifyCheck(insecureForm, [
  ['passes https', { body: '<form action="/x"></form>' }, 'pass'],
  ['fails an http action', { body: '<form action="http://x.com/"></form>' }, 'fail'],
  ['fails a password on http', { url: 'http://example.com/', body: '<form><input type="password"></form>' }, 'fail'],
  ['does not apply without forms', {}, 'not_applicable'],
])
