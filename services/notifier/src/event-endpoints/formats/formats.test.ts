import { describe, expect, it } from '@jest/globals'
import { emailFormat, eventFormats, signedFormat } from '@pagebell/outbound-events/event-formats'
import { findFormat, messageFormats } from './all-formats.ts'
import type { EventText } from './format.ts'

const text: EventText = {
  title: 'example.com: a report is ready',
  lines: [{ text: 'Score 91 of 100, rated good.' }, { text: 'Page:', url: 'https://example.com/a_b?x=1&y=2' }],
  link: { url: 'https://pagebell.example/r/1?a=1&b=2', label: 'Open the report' },
  severity: 'good',
}
const written = (format: keyof typeof messageFormats, url: string, of: EventText = text) => {
  const request = messageFormats[format].write(of, url)
  return { url: request.url, body: JSON.parse(request.body) }
}
const answered = (format: keyof typeof messageFormats, status: number, body = '', retryAfter?: string) =>
  messageFormats[format].read({ status, text: body, retryAfter })

it('there is a rendering of each format but signed JSON and e-mail, and none of an unknown one', () => {
  for (const format of eventFormats)
    expect(findFormat(format) === undefined).toBe(format === signedFormat || format === emailFormat)
  expect(() => findFormat('pager')).toThrow('the format pager of an event endpoint is not known')
})

describe('slack', () => {
  const url = 'https://hooks.slack.com/services/T0/B0/x7Qa'

  it('gets plain text, one link and a text for notifications', () => {
    expect(written('slack', url)).toEqual({
      url,
      body: {
        text: [
          text.title,
          'Score 91 of 100, rated good.',
          'Page: https://example.com/a_b?x=1&amp;y=2',
          '<https://pagebell.example/r/1?a=1&amp;b=2|Open the report>',
        ].join('\n'),
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: text.title, emoji: false } },
          {
            type: 'section',
            text: {
              type: 'plain_text',
              text: 'Score 91 of 100, rated good.\nPage: https://example.com/a_b?x=1&y=2',
              emoji: false,
            },
          },
          {
            type: 'section',
            text: { type: 'mrkdwn', text: '<https://pagebell.example/r/1?a=1&amp;b=2|Open the report>' },
          },
        ],
        unfurl_links: false,
        unfurl_media: false,
      },
    })
  })

  it.each([
    [200, 'ok', {}],
    [404, 'no_service', { reason: 'no_service', gone: true }],
    [404, 'channel_not_found', { reason: 'channel_not_found', gone: true }],
    [403, 'invalid_token', { reason: 'invalid_token', gone: true }],
    [410, 'channel_is_archived', { reason: 'gone', gone: true }],
    [403, 'action_prohibited', { reason: 'http_403' }],
    [404, '<html>', { reason: 'http_404' }],
    [400, 'invalid_blocks', { reason: 'http_400', final: true }],
    [500, 'rollup_error', { reason: 'http_500' }],
    [302, '', { reason: 'redirect_not_followed' }],
  ])('%i "%s" means %j', (status, body, result) => expect(answered('slack', status, body)).toEqual(result))

  it('names the wait of a limit', () =>
    expect(answered('slack', 429, 'rate_limited', '30')).toEqual({ reason: 'http_429', afterSeconds: 30 }))
})

describe('discord', () => {
  const url = 'https://discord.com/api/webhooks/1/x7Qa?thread_id=5'

  it('gets one embed that mentions no one, and waits until it is stored', () => {
    expect(written('discord', url)).toEqual({
      url: `${url}&wait=true`,
      body: {
        embeds: [
          {
            title: 'example\\.com:\u200b a report is ready',
            description: 'Score 91 of 100, rated good\\.\nPage:\u200b `https://example.com/a_b?x=1&y=2`',
            color: 0x2e7d32,
            url: text.link?.url,
          },
        ],
        allowed_mentions: { parse: [] },
      },
    })
  })

  it.each([
    [200, '{"id":"1"}', {}],
    [204, '', {}],
    [404, '{"message":"Unknown Webhook","code":10015}', { reason: 'http_404', gone: true }],
    [401, '{"message":"Invalid Webhook Token","code":50027}', { reason: 'http_401', gone: true }],
    [400, '{"embeds":["0"]}', { reason: 'http_400', final: true }],
    [429, '{"retry_after":1.25,"global":false}', { reason: 'http_429', afterSeconds: 2 }],
    [429, '{"retry_after":1e99}', { reason: 'http_429', afterSeconds: 86_400 }],
    [503, 'upstream', { reason: 'http_503' }],
  ])('%i %s means %j', (status, body, result) => expect(answered('discord', status, body)).toEqual(result))

  it('names the wait of a limit in a header where the body has none', () =>
    expect(answered('discord', 429, '<html>', '7')).toEqual({ reason: 'http_429', afterSeconds: 7 }))
})

describe('teams', () => {
  const url = 'https://prod-1.westeurope.logic.azure.com/workflows/a?sig=x7Qa'

  it('gets an Adaptive Card of text runs, in which nothing is Markdown', () => {
    const { body, ...request } = written('teams', url)
    expect(request).toEqual({ url })
    const [{ contentType, content }] = body.attachments
    expect([body.type, contentType, content.type]).toEqual([
      'message',
      'application/vnd.microsoft.card.adaptive',
      'AdaptiveCard',
    ])
    expect(content.body.map((row: { inlines: { text: string }[] }) => row.inlines[0]?.text)).toEqual([
      text.title,
      'Score 91 of 100, rated good.',
      'Page: https://example.com/a_b?x=1&y=2',
    ])
    expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open the report', url: text.link?.url }])
  })

  it.each([
    [202, '', {}],
    [200, '1', {}],
    [200, 'Webhook message delivery failed with error: … HTTP error 429', { reason: 'not_delivered' }],
    [404, '{"error":{"code":"WorkflowNotFound"}}', { reason: 'http_404', gone: true }],
    [404, '{"error":"x"}', { reason: 'http_404' }],
    [413, '', { reason: 'http_413', final: true }],
    [401, '{"error":{"code":"DirectApiAuthorizationRequired"}}', { reason: 'http_401' }],
  ])('%i %s means %j', (status, body, result) => expect(answered('teams', status, body)).toEqual(result))
})

describe('ntfy', () => {
  it('gets JSON at the root of its server, with the topic of the path and the access token of the query', () => {
    expect(written('ntfy', 'https://ntfy.sh/my_topic-1?auth=QmVhcmVy')).toEqual({
      url: 'https://ntfy.sh/?auth=QmVhcmVy',
      body: {
        topic: 'my_topic-1',
        title: text.title,
        message: 'Score 91 of 100, rated good.\nPage: https://example.com/a_b?x=1&y=2',
        priority: 3,
        tags: ['white_check_mark'],
        click: text.link?.url,
      },
    })
    const bad = written('ntfy', 'https://ntfy.sh/t', { title: 'Down', lines: [], severity: 'bad' }).body
    expect(bad).toEqual({ topic: 't', title: 'Down', message: 'Down', priority: 4, tags: ['warning'] })
  })

  it.each([
    [200, {}],
    [400, { reason: 'http_400', final: true }],
    [403, { reason: 'http_403' }],
    [413, { reason: 'http_413', final: true }],
    [429, { reason: 'http_429' }],
    [507, { reason: 'http_507' }],
  ])('%i means %j', (status, result) => expect(answered('ntfy', status)).toEqual(result))
})
