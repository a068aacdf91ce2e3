import { signRequest } from '@contentful/node-apps-toolkit'
import { withFields } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import contentful from './contentful.source.ts'

const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })
const entry = {
  sys: {
    type: 'Entry',
    id: 'e1',
    contentType: link('ContentType', 'page'),
    environment: link('Environment', 'master'),
    revision: 1,
  },
  fields: { slug: { 'en-US': 'asdas', 'de-DE': 'ueber-uns' }, title: { 'en-US': 'Title' } },
}
const gone = { sys: { type: 'DeletedEntry', id: 'e1', contentType: link('ContentType', 'page') } }
const headers = (event: string) => ({
  'Content-Type': 'application/vnd.contentful.management.v1+json',
  'X-Contentful-Topic': `ContentManagement.${event}`,
})
const published = { headers: headers('Entry.publish'), body: entry, path: '/api/hooks/pbh_1?a=b c&d=é' }
const url = 'https://example.com/asdas'
const languages = [
  {
    when: { 'sys.contentType.sys.id': 'page' },
    url: ['https://{project}/{fields.slug|locale:en-US}', 'https://{project}/de/{fields.slug|locale:de-DE}'],
    id: '{sys.id}',
  },
]

specifySource(
  contentful,
  {
    publish: [
      [published, { verdict: 'urls', event: 'ContentManagement.Entry.publish', urls: [`update ${url}`] }],
      [
        { ...published, rules: languages },
        { verdict: 'urls', urls: [`update ${url}`, 'update https://example.com/de/ueber-uns'] },
      ],
      [
        { ...published, body: withFields(entry, { 'fields.slug': { 'de-DE': '/ueber-uns/' } }) },
        { verdict: 'urls', urls: ['update https://example.com/ueber-uns/'] },
      ],
    ],
    draft: [
      [
        { headers: headers('Entry.save'), body: entry },
        { verdict: 'ignored', reason: 'ContentManagement.Entry.save changes no page' },
      ],
      [{ headers: headers('Entry.auto_save'), body: entry, after: [published] }, { verdict: 'ignored' }],
      [{ headers: headers('Entry.archive'), body: entry }, { verdict: 'ignored' }],
    ],
    rename: [
      [
        { ...published, body: withFields(entry, { 'fields.slug': { 'en-US': 'new' } }), after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/new'] },
      ],
      [
        {
          ...published,
          rules: languages,
          body: withFields(entry, { 'fields.slug': { 'en-US': 'asdas', 'de-DE': 'neu' } }),
          after: [{ ...published, rules: languages }],
        },
        {
          verdict: 'urls',
          urls: ['delete https://example.com/de/ueber-uns', `update ${url}`, 'update https://example.com/de/neu'],
        },
      ],
    ],
    unpublish: [
      [
        { headers: headers('Entry.unpublish'), body: gone, after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        {
          headers: headers('Entry.unpublish'),
          body: gone,
          rules: languages,
          after: [{ ...published, rules: languages }],
        },
        { verdict: 'urls', urls: [`delete ${url}`, 'delete https://example.com/de/ueber-uns'] },
      ],
    ],
    delete: [
      [
        { headers: headers('Entry.delete'), body: gone, after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
      [
        { headers: headers('Entry.delete'), body: gone },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
      [
        { body: gone, after: [published] },
        { verdict: 'urls', urls: [`delete ${url}`] },
      ],
    ],
    ping: 'Contentful sends no ping',
    unknownEvent: [
      { headers: headers('Asset.publish'), body: entry },
      { verdict: 'ignored', reason: 'ContentManagement.Asset.publish names no page' },
    ],
    missingField: [
      [
        { ...published, body: withFields(entry, { 'fields.slug': undefined }) },
        { verdict: 'unmapped', missing: ['fields.slug'] },
      ],
      [
        { ...published, rules: languages, body: withFields(entry, { 'fields.slug': { 'en-US': 'a' } }) },
        { verdict: 'urls', urls: ['update https://example.com/a'], missing: ['fields.slug.de-DE'] },
      ],
      [
        { ...published, body: withFields(entry, { 'sys.id': undefined }) },
        { verdict: 'unmapped', missing: ['sys.id'] },
      ],
      [{ body: entry }, { verdict: 'unmapped', missing: ['X-Contentful-Topic'] }],
    ],
    otherHost: [
      { ...published, rules: [{ url: 'https://example.org/{fields.slug|locale:en-US}' }] },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  {
    isTimed: true,
    secrets: ['a'.repeat(64), 'b'.repeat(64)],
    sign: ({ headers: sent, body, path }, secret, at) => ({
      ...signRequest(secret, { method: 'POST', path, headers: sent, body }, at.getTime()),
    }),
  },
)
