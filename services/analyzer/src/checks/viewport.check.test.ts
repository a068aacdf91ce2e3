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
  ['fails without a viewport', {}, 'fail'],
  [
    'uses the last of several',
    { head: '<meta name="viewport" content="maximum-scale=1"><meta name="viewport" content="width=device-width">' },
    'pass',
  ],
  ...[
    'user-scalable=no',
    'user-scalable=0',
    'user-scalable = NO',
    'user-scalable=0.5',
    'user-scalable=false',
    'maximum-scale=1.0',
    'maximum-scale=yes',
    'maximum-scale=4.99',
  ].map((setting): Parameters<typeof specifyCheck>[1][number] => [
    `warns of ${setting}`,
    { head: `<meta name="viewport" content="width=device-width, ${setting}">` },
    'warn',
  ]),
  ...[
    'user-scalable=yes',
    'user-scalable=1',
    'user-scalable=-1',
    'user-scalable=device-width',
    'maximum-scale=10',
    'maximum-scale=-1',
    'maximum-scale=large',
    'viewport-fit=cover',
  ].map((setting): Parameters<typeof specifyCheck>[1][number] => [
    `passes ${setting}`,
    { head: `<meta name="viewport" content="width=device-width, ${setting}">` },
    'pass',
  ]),
  [
    'reads settings separated by semicolons or spaces',
    { head: '<meta name="Viewport" content="WIDTH = device-width;initial-scale=1 user-scalable=no">' },
    'warn',
  ],
  ['fails names without values', { head: '<meta name="viewport" content="width, initial-scale=">' }, 'fail'],
])
