import { specifyCheck } from '../../test/specify-check.ts'
import soft404 from './soft_404.check.ts'

specifyCheck(soft404, [
  ['passes 404', { soft404: { url: 'https://example.com/x', status: 404, location: null } }, 'pass'],
  ['passes 410', { soft404: { url: 'https://example.com/x', status: 410, location: null } }, 'pass'],
  ['warns of a redirect', { soft404: { url: 'https://example.com/x', status: 302, location: '/' } }, 'warn'],
  ['fails 200', { soft404: { url: 'https://example.com/x', status: 200, location: null } }, 'fail'],
  [
    'does not apply to 503',
    { soft404: { url: 'https://example.com/x', status: 503, location: null } },
    'not_applicable',
  ],
  ['does not apply where it was not asked', {}, 'not_applicable'],
])
