import { fixture, recorded, withFields } from '../../../test/given-delivery.ts'
import { bearer } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import custom from './custom.source.ts'

const rules = [
  {
    when: { event: 'news.*' },
    url: 'https://{project}/news/{data.slug|lower}/',
    id: '{/data/id}',
    publish_if: { 'data.live': true },
  },
]
const news = { event: 'news.saved', data: { id: 7, slug: 'Winter-Offers', live: true } }
const azure = fixture('azure-devops/git.push.json')
const bigcommerce = recorded('bigcommerce/store.product.updated.with-headers.json')

specifySource(
  custom,
  {
    publish: [
      [
        { body: news, rules },
        { verdict: 'urls', event: 'news.saved', urls: ['update https://example.com/news/winter-offers/'] },
      ],
      [{ body: { url: 'https://example.com/a' } }, { verdict: 'urls', urls: ['update https://example.com/a'] }],
      [{ body: { url: '/a' } }, { verdict: 'urls', urls: ['update https://example.com/a'] }],
    ],
    draft: [
      { body: withFields(news, { 'data.live': false }), rules },
      { verdict: 'ignored', reason: 'data.live is false' },
    ],
    rename: [
      { body: withFields(news, { 'data.slug': 'new' }), rules, after: [{ body: news, rules }] },
      {
        verdict: 'urls',
        urls: ['delete https://example.com/news/winter-offers/', 'update https://example.com/news/new/'],
      },
    ],
    unpublish: [
      { body: withFields(news, { 'data.live': false }), rules, after: [{ body: news, rules }] },
      { verdict: 'urls', urls: ['delete https://example.com/news/winter-offers/'] },
    ],
    delete: [
      [
        { body: { event: 'news.deleted', data: { id: 7 } }, rules, after: [{ body: news, rules }] },
        { verdict: 'urls', urls: ['delete https://example.com/news/winter-offers/'] },
      ],
      [
        { body: { event: 'news.deleted', data: { id: 7 } }, rules },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        { body: { event: 'news.deleted', data: {} }, rules },
        { verdict: 'unmapped', missing: ['/data/id'] },
      ],
    ],
    ping: [{ body: { type: 'webhook.test' } }, { verdict: 'ignored', reason: 'a test by the sender' }],
    unknownEvent: [
      { body: { event: 'user.saved' }, rules },
      { verdict: 'ignored', reason: 'no rule matches user.saved' },
    ],
    missingField: [
      [
        { body: withFields(news, { 'data.slug': undefined }), rules },
        { verdict: 'unmapped', missing: ['data.slug'] },
      ],
      [
        { body: withFields(news, { 'data.live': undefined }), rules },
        { verdict: 'unmapped', missing: ['data.live'] },
      ],
      [{ body: { a: 1 } }, { verdict: 'unmapped', missing: ['url'] }],
    ],
    otherHost: [{ body: { url: 'https://example.org/' } }, { verdict: 'ignored', reason: 'url of another host' }],
    more: {
      'Azure DevOps push': [{ body: azure }, { verdict: 'scan', event: 'git.push' }],
      'Azure DevOps build': [{ body: withFields(azure, { eventType: 'build.complete' }) }, { verdict: 'ignored' }],
      'BigCommerce product': [bigcommerce, { verdict: 'scan', event: 'store/product/updated' }],
      'BigCommerce page': [recorded('bigcommerce/store.channel.page.created.with-headers.json'), { verdict: 'scan' }],
      'BigCommerce order': [
        { body: withFields(bigcommerce.body, { scope: 'store/order/created' }) },
        { verdict: 'ignored' },
      ],
    },
  },
  bearer,
)
