import { specifyCheck } from '../../test/specify-check.ts'
import viewport from './viewport.check.ts'

specifyCheck(viewport, [
  ['passes a width', { head: '<meta name="viewport" content="width=device-width">' }, 'pass'],
  ['passes an initial scale', { head: '<meta name="viewport" content="initial-scale=1">' }, 'pass'],
  [
    'warns where zooming is off',
    { head: '<meta name="viewport" content="width=device-width, user-scalable=no">' },
    'warn',
  ],
  ['warns of a low maximum', { head: '<meta name="viewport" content="width=device-width, maximum-scale=2">' }, 'warn'],
  ['passes a maximum of 5', { head: '<meta name="viewport" content="width=device-width, maximum-scale=5">' }, 'pass'],
  ['fails where neither is set', { head: '<meta name="viewport" content="maximum-scale=1">' }, 'fail'],
  ['fails a scale under 1', { head: '<meta name="viewport" content="width=device-width, initial-scale=0.5">' }, 'fail'],
  ['fails without', {}, 'fail'],
])
