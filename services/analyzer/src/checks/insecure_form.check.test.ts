import { specifyCheck } from '../../test/specify-check.ts'
import insecureForm from './insecure_form.check.ts'

specifyCheck(insecureForm, [
  [
    'fails a form that the base of the page sends over http, on either scheme',
    { url: 'http://example.com/', head: '<base href="http://example.com/">', body: '<form action="/a"></form>' },
    'fail',
  ],
  ['passes https', { body: '<form action="/x"></form>' }, 'pass'],
  ['fails an http action', { body: '<form action="http://x.com/"></form>' }, 'fail'],
  ['fails a password on http', { url: 'http://example.com/', body: '<form><input type="password"></form>' }, 'fail'],
  [
    'passes an http action that the policy of the page upgrades',
    {
      headers: { 'content-security-policy': 'upgrade-insecure-requests;' },
      body: '<form action="http://x.com/"></form>',
    },
    'pass',
  ],
  [
    'fails a password on http whatever the policy says',
    {
      url: 'http://example.com/',
      headers: { 'content-security-policy': 'upgrade-insecure-requests' },
      body: '<form><input type="password"></form>',
    },
    'fail',
  ],
  ['does not apply without forms', {}, 'not_applicable'],
  [
    'fails an action that a base makes http',
    { head: '<base href="http://x.com/">', body: '<form action="y"></form>' },
    'fail',
  ],
  [
    'fails the http action of a button',
    { body: '<form><input type="submit" formaction=" http://x.com/"></form>' },
    'fail',
  ],
  ['passes an action without a scheme on https', { body: '<form action="//x.com/"></form>' }, 'pass'],
  [
    'fails a password in any case',
    { url: 'http://example.com/', body: '<form><p><input type=" PassWord "></p></form>' },
    'fail',
  ],
])
