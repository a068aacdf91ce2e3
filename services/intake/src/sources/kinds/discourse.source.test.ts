import { withFields } from '../../../test/given-delivery.ts'
import { bodyHmac } from '../../../test/sign-delivery.ts'
import { specifySource } from '../../../test/specify-source.ts'
import discourse from './discourse.source.ts'

const headers = (event: string, instance = 'https://example.com') => ({
  'X-Discourse-Event': event,
  'X-Discourse-Event-Id': '1',
  ...(instance !== '' && { 'X-Discourse-Instance': instance }),
})
const topic = { topic: { id: 12, slug: 'winter-offers', title: 'Winter offers', archetype: 'regular', visible: true } }
const post = { post: { id: 90, topic_id: 12, topic_slug: 'winter-offers', topic_archetype: 'regular', post_number: 2 } }
const url = 'https://example.com/t/winter-offers/12'
const created = { headers: headers('topic_created'), body: topic }

specifySource(
  discourse,
  {
    publish: [
      [created, { verdict: 'urls', event: 'topic_created', urls: [`update ${url}`] }],
      [
        { headers: headers('post_edited'), body: post },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
      [
        { headers: headers('post_destroyed'), body: post },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
      [
        { headers: headers('topic_edited', 'https://example.com/forum/'), body: topic },
        { verdict: 'urls', urls: ['update https://example.com/forum/t/winter-offers/12'] },
      ],
      [
        { headers: headers('topic_edited', ''), body: topic },
        { verdict: 'urls', urls: [`update ${url}`] },
      ],
    ],
    draft: [
      [
        { headers: headers('topic_created'), body: withFields(topic, { 'topic.archetype': 'private_message' }) },
        { verdict: 'ignored', reason: 'a private message' },
      ],
      [
        { headers: headers('post_created'), body: withFields(post, { 'post.topic_archetype': 'private_message' }) },
        { verdict: 'ignored', reason: 'a private message' },
      ],
      [
        { headers: headers('topic_created'), body: withFields(topic, { 'topic.visible': false }) },
        { verdict: 'ignored', reason: 'the topic is unlisted' },
      ],
    ],
    rename: [
      { headers: headers('topic_edited'), body: withFields(topic, { 'topic.slug': 'new' }), after: [created] },
      { verdict: 'urls', urls: [`delete ${url}`, 'update https://example.com/t/new/12'] },
    ],
    unpublish: [
      {
        headers: headers('topic_visible_status_updated'),
        body: withFields(topic, { 'topic.visible': false }),
        after: [created],
      },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    delete: [
      { headers: headers('topic_destroyed'), body: topic },
      { verdict: 'urls', urls: [`delete ${url}`] },
    ],
    ping: [
      { headers: headers('ping'), body: { ping: 'OK' } },
      { verdict: 'ignored', reason: 'ping' },
    ],
    unknownEvent: [
      { headers: headers('user_created'), body: { user: {} } },
      { verdict: 'ignored', reason: 'user_created names no page' },
    ],
    missingField: [
      [
        { headers: headers('topic_created'), body: withFields(topic, { 'topic.slug': undefined }) },
        { verdict: 'unmapped', missing: ['topic.slug'] },
      ],
      [
        { headers: headers('post_edited'), body: {} },
        { verdict: 'unmapped', missing: ['post.topic_slug', 'post.topic_id'] },
      ],
      [{ body: topic }, { verdict: 'unmapped', missing: ['X-Discourse-Event'] }],
    ],
    otherHost: [
      { headers: headers('topic_created', 'https://forum.example.org'), body: topic },
      { verdict: 'ignored', reason: 'url of another host' },
    ],
  },
  bodyHmac('X-Discourse-Event-Signature', 'sha256='),
)
