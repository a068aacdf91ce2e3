import { expect, it } from '@jest/globals'
import { encodeSignatureHeader } from '@sanity/webhook'
import { fixture, textOfBody } from '../../../test/given-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import { receiveRequest } from '../read-request.ts'
import { sourceHeaders } from '../source-request.ts'
import sanity from './sanity.source.ts'

const headers = (operation: string) => ({
  'sanity-operation': operation,
  'sanity-document-id': 'd1',
  'idempotency-key': '1',
})
const body = { _id: 'd1', urls: ['https://example.com/a'] }
const rules = [{ url: 'https://{project}/{slug.current}', id: '{_id}' }]
const slug = (current: string) => ({ _id: 'd1', slug: { current } })
const none = 'the projection says what is sent'

specifySource(
  sanity,
  {
    publish: [
      [
        { headers: headers('update'), body: { ...slug('c'), url: 'https://cdn.example.net/' }, rules },
        { verdict: 'urls', urls: ['update https://example.com/c'] },
      ],
      [
        { headers: headers('create'), body },
        { verdict: 'urls', event: 'create', urls: ['update https://example.com/a'] },
      ],
      [
        { headers: headers('update'), body: { url: 'https://example.com/b' } },
        { verdict: 'urls', urls: ['update https://example.com/b'] },
      ],
      [
        { headers: headers('update'), body: slug('c'), rules },
        { verdict: 'urls', urls: ['update https://example.com/c'] },
      ],
    ],
    draft: [
      [
        { headers: headers('update'), body: { ...body, _id: 'drafts.d1' } },
        { verdict: 'ignored', reason: 'a draft' },
      ],
      [
        { headers: headers('update'), body: { ...body, _id: 'versions.r1.d1' } },
        { verdict: 'ignored', reason: 'a draft' },
      ],
    ],
    rename: [
      [
        { headers: headers('update'), body: slug('new'), rules, after: [{ body: slug('old'), rules }] },
        { verdict: 'urls', urls: ['delete https://example.com/old', 'update https://example.com/new'] },
      ],
      [
        {
          headers: headers('update'),
          body: { urls: [{ url: 'https://example.com/old', action: 'delete' }, 'https://example.com/new'] },
        },
        { verdict: 'urls', urls: ['delete https://example.com/old', 'update https://example.com/new'] },
      ],
    ],
    unpublish: none,
    delete: [
      [
        { headers: headers('delete'), body },
        { verdict: 'urls', event: 'delete', urls: ['delete https://example.com/a'] },
      ],
      [
        { headers: headers('delete'), body: { _id: 'd1' }, rules, after: [{ body: slug('old'), rules }] },
        { verdict: 'urls', urls: ['delete https://example.com/old'] },
      ],
      [
        { headers: headers('delete'), body: { _id: 'd2' }, rules },
        { verdict: 'unmapped', reason: 'id never seen' },
      ],
    ],
    ping: none,
    unknownEvent: none,
    missingField: [
      [
        { headers: headers('update'), body: { _id: 'resume' } },
        { verdict: 'unmapped', missing: ['urls'] },
      ],
      [
        { headers: headers('update'), body: { _id: 'd1' }, rules },
        { verdict: 'unmapped', missing: ['slug.current'] },
      ],
    ],
    otherHost: [{ body: { urls: ['https://example.org/'] } }, { verdict: 'ignored', reason: 'url of another host' }],
  },
  {
    isTimed: true,
    sign: async ({ body: text }, secret, at) => ({
      'sanity-webhook-signature': await encodeSignatureHeader(text, at.getTime(), secret),
    }),
  },
)

it.each([
  ['2021-10-06T11:30:11Z', 'unmapped'],
  ['2021-10-06T11:36:11Z', 'unauthorized'],
])("Sanity's own signed request at %s is %s", (time, verdict) => {
  const { headers: sent, secret, rawBody } = fixture('sanity/minimal.signed.json')
  const request = {
    headers: sourceHeaders(Object.entries(sent as Record<string, string>)),
    body: Buffer.from(textOfBody(rawBody)),
  }
  const context = {
    project: 'example.com',
    rules: [],
    urlOfId: () => undefined,
    secrets: [textOfBody(secret)],
    now: new Date(time),
  }
  expect(receiveRequest(sanity, request, context).verdict).toBe(verdict)
})
