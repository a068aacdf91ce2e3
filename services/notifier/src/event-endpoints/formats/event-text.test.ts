import { expect, it } from '@jest/globals'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { describeEvent } from './event-text.ts'
import { plainLine } from './format.ts'

const publicUrl = 'https://pagebell.example'
const describe = (type: string, data: object) => {
  const { title, lines, link, severity } = describeEvent(type, JSON.stringify({ type, data }), publicUrl)
  return [title, lines.map(plainLine), link?.url, severity]
}
const page = `${publicUrl}/r/1`
const panel = `${publicUrl}/projects/example.com`
const report = { project: 'example.com', url: 'https://example.com/a', page }

it.each([
  [
    'report.completed',
    { ...report, status: 'done', result: 'good', score: 91 },
    ['example.com: a report is ready', ['Score 91 of 100, rated good.', 'Page: https://example.com/a'], page, 'good'],
  ],
  [
    'report.completed',
    { ...report, status: 'failed', error: { code: 'dns', message: 'No such host.' } },
    ['example.com: a report failed', ['Page: https://example.com/a', 'No such host.'], page, 'bad'],
  ],
  [
    'report.worsened',
    { ...report, result: 'bad', score: 40, before: { result: 'good', score: 91 } },
    [
      'example.com: a page is rated worse than before',
      ['Score 40 (bad), before 91 (good).', 'Page: https://example.com/a'],
      page,
      'bad',
    ],
  ],
  [
    'batch.completed',
    { project: 'example.com', deliveries: 1_204, delivered: 1_200, skipped: 3, rejected: 0, dropped: 0, set_aside: 1 },
    [
      'example.com: a batch of 1,204 URLs is done',
      ['1,200 URLs delivered, 3 URLs skipped, 1 URL quarantined.'],
      panel,
      'bad',
    ],
  ],
  [
    'quota.warning',
    { period: 'day', starts: '2026-11-26', threshold: 80, used: 81, limit: 100, resets_at: '2026-11-27T00:00:00.000Z' },
    [
      '80 % of the quota of this day is used',
      ['81 of 100 URLs since 2026-11-26. It begins again on 2026-11-27 00:00 UTC.'],
      undefined,
      'neutral',
    ],
  ],
  [
    'site_report.finished',
    {
      site_report: 's1',
      project: 'example.com',
      status: 'done',
      result: 'decent',
      score: 71,
      requested: 1_204,
      partial: true,
      issues: { fail: 1, warn: 12 },
    },
    [
      'example.com: a site report is ready',
      [
        'Score 71 of 100, rated decent. 1,204 addresses requested, not the whole site.',
        '1 failed check and 12 warnings.',
      ],
      `${publicUrl}/site-reports/s1`,
      'neutral',
    ],
  ],
  [
    'site_report.finished',
    {
      site_report: 's1',
      project: 'example.com',
      url: 'https://example.com/',
      status: 'failed',
      error: { code: 'lost', message: 'Three analyzers failed.' },
    },
    [
      'example.com: a site report failed',
      ['Three analyzers failed. https://example.com/'],
      `${publicUrl}/site-reports/s1`,
      'bad',
    ],
  ],
  [
    'watch.trouble',
    {
      project: 'example.com',
      url: 'https://example.com/sitemap.xml',
      problems: [{ code: 'empty', detail: 'It is empty.', file: 'https://example.com/b.xml' }],
    },
    [
      'example.com: a watched sitemap or feed has a problem',
      ['Watched: https://example.com/sitemap.xml', 'It is empty. https://example.com/b.xml'],
      panel,
      'bad',
    ],
  ],
  [
    'test',
    { message: 'Nothing has happened.' },
    ['A test of Pagebell', ['Nothing has happened.'], undefined, 'neutral'],
  ],
  ['site.moved', { project: 'example.com' }, ['Pagebell: site.moved', ['example.com'], undefined, 'neutral']],
])('%s of %j has a text', (type, data, text) => expect(describe(type, data)).toEqual(text))

const alert = { id: '1', when: 'check_fails', title: 'Pages cannot be indexed', since: '2026-11-26T00:00:00.000Z' }

it('a digest tells what is new, then what is resolved, and counts what it leaves out', () => {
  const opened = [{ ...alert, detail: '3 pages fail.', url: 'https://example.com/a', report: 'r-1' }]
  const one = { project: 'example.com', date: '2026-11-27', opened, resolved: [alert], more: 2 }
  expect(describe('alert.digest', one)).toEqual([
    'example.com: alerts: 1 new, 1 resolved',
    [
      'New: Pages cannot be indexed. 3 pages fail. https://example.com/a',
      'Resolved: Pages cannot be indexed',
      'And 2 alerts more.',
    ],
    `${publicUrl}/r/r-1`,
    'bad',
  ])
  const many = { project: 'example.com', opened: Array.from({ length: 25 }, () => alert), resolved: [alert] }
  const [, lines, link] = describe('alert.digest', many) as [string, string[], string]
  expect([lines.length, lines.at(-1), link]).toEqual([21, 'And 6 alerts more.', panel])
  const good = describe('alert.digest', { project: 'example.com', opened: [], resolved: [alert] })
  expect([good[0], good[3]]).toEqual(['example.com: alerts: 1 resolved', 'good'])
})

it('a digest says in words what is on hold, and which watch is well again', () => {
  const hold = { when: 'held', title: 'URLs are not sent', detail: '12 deliveries are on hold.' }
  const watch = { when: 'watch_trouble', title: 'The watch main has a problem', url: 'https://example.com/feed' }
  expect(describe('alert.digest', { project: 'example.com', opened: [hold], resolved: [watch] })).toEqual([
    'example.com: alerts: 1 new, 1 resolved',
    [
      'New: URLs are not sent. 12 deliveries are on hold.',
      'Resolved: The watch main has a problem https://example.com/feed',
    ],
    panel,
    'bad',
  ])
})

it.each([...eventTypes, 'alert.digest', 'test', 'constructor'])('%s without any field it knows has a text', (type) => {
  for (const body of ['{}', 'null', '{"data":[]}', '{"data":{"opened":7,"problems":["x"],"error":"x"}}'])
    expect(typeof describeEvent(type, body, publicUrl).title).toBe('string')
})
