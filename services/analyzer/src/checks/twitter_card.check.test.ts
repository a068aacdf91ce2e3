import { specifyCheck } from '../../test/specify-check.ts'
import twitterCard from './twitter_card.check.ts'

specifyCheck(twitterCard, [
  ['passes a card', { head: '<meta name="twitter:card" content="summary">' }, 'pass'],
  ['warns where it falls back', { head: '<meta property="og:title" content="x">' }, 'warn'],
  ['fails none', {}, 'fail'],
])
