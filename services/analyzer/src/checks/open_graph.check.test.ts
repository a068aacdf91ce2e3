import { specifyCheck } from '../../test/specify-check.ts'
import openGraph from './open_graph.check.ts'

specifyCheck(openGraph, [
  [
    'passes all four',
    {
      head: '<meta property="og:title" content="x"><meta property="og:type" content="x"><meta property="og:image" content="x"><meta property="og:url" content="x">',
    },
    'pass',
  ],
  [
    'warns of one missing',
    {
      head: '<meta property="og:title" content="x"><meta property="og:type" content="x"><meta property="og:image" content="x">',
    },
    'warn',
  ],
  [
    'fails two missing',
    { head: '<meta property="og:title" content="x"><meta property="og:type" content="x">' },
    'fail',
  ],
  ['does not count an empty one', { head: '<meta property="og:title" content="">' }, 'fail'],
])
