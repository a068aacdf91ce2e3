import { specifyCheck } from '../../test/specify-check.ts'
import soft404 from './soft_404.check.ts'

specifyCheck(soft404, [
  ['passes 404', { soft404: { url: 'https://example.com/x', status: 404, location: null } }, 'pass'],
  ['passes 410', { soft404: { url: 'https://example.com/x', status: 410, location: null } }, 'pass'],
  [
    'passes a redirect to another form of the address that answers 404',
    { soft404: { url: 'https://example.com/x', status: 404, location: 'https://example.com/x/' } },
    'pass',
  ],
  [
    'warns of a redirect to an existing page',
    { soft404: { url: 'https://example.com/x', status: 200, location: 'https://example.com/' } },
    'warn',
  ],
  [
    'does not apply to a redirect to a page that is broken',
    { soft404: { url: 'https://example.com/x', status: 500, location: 'https://example.com/' } },
    'not_applicable',
  ],
  ['fails 200', { soft404: { url: 'https://example.com/x', status: 200, location: null } }, 'fail'],
  [
    'does not apply to 503',
    { soft404: { url: 'https://example.com/x', status: 503, location: null } },
    'not_applicable',
  ],
  ['does not apply where it was not probed', {}, 'not_applicable'],
])
