import { specifyCheck } from '../../test/specify-check.ts'
import identity from './identity.check.ts'

specifyCheck(identity, [
  ['passes a title', { head: '<title>Bells</title>' }, 'pass'],
  ['passes a main heading', { body: '<h1>Bells</h1>' }, 'pass'],
  ['passes a description', { head: '<meta name="description" content="All about bells.">' }, 'pass'],
  ['fails none of the three', { body: '<p>Bells</p>' }, 'fail'],
  [
    'fails three that are empty',
    { head: '<title></title><meta name="description" content="">', body: '<h1></h1>' },
    'fail',
  ],
])
