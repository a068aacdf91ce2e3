import { describe, expect, it } from '@jest/globals'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import {
  firstPageOf,
  isDone,
  nextPage,
  progressOf,
  resumedPage,
  type SiteParts,
  setupPages,
  setupPath,
} from './setup-progress.ts'

const at = '2026-11-26T10:00:00.000Z'
const added: SiteParts = {
  watches: [],
  sources: [],
  hook: undefined,
  channels: [{ channel: 'indexnow', chosen: true }],
  status: { paused: [], key_files: [] },
  reports: [],
  isAnnounced: false,
}
const watch = (url: string) => ({ settings: { url } as Watch['settings'] })
const keyFile = (problem?: string): ChannelStatus => ({
  paused: [],
  key_files: [{ host: 'example.com', scheme: 'https', checked_at: at, ...(problem !== undefined && { problem }) }],
})
const watched = { ...added, watches: [watch('https://example.com/sitemap.xml')] }
const proven = { ...watched, status: keyFile() }
const rated = { ...proven, reports: [{ url: 'https://example.com/', score: 80 }] }

describe('the set-up of a site continues', () => {
  it.each<[string, SiteParts, string | undefined]>([
    ['a site was added', added, 'site'],
    ['changes are skipped and the key file is there', { ...added, status: keyFile() }, 'site'],
    ['a watch was added', watched, 'key-file'],
    ['a webhook was created that nothing has called', { ...added, hook: {} }, 'key-file'],
    ['a source was added that nothing has called', { ...added, sources: [{}] }, 'key-file'],
    ['the key file was not found', { ...watched, status: keyFile('It answers 404.') }, 'key-file'],
    ['the notifier says nothing of key files', { ...watched, status: undefined }, 'key-file'],
    ['the key file is served', proven, 'announcement'],
    ['IndexNow is not chosen', { ...watched, channels: [{ channel: 'bing', chosen: true }] }, 'announcement'],
    ['a page was rated', rated, 'announcement'],
    ['a page was announced and none was rated', { ...proven, isAnnounced: true }, 'announcement'],
    ['all is done', { ...rated, isAnnounced: true }, undefined],
  ])('once %s', (_state, parts, expected) => {
    expect(nextPage(progressOf(parts))).toBe(expected)
  })
})

describe('the steps that are done', () => {
  it.each<[string, SiteParts, string[]]>([
    ['a site was added', added, []],
    ['the key file is there', { ...added, status: keyFile() }, ['key-file']],
    ['a watch was added', watched, ['site', 'changes']],
    ['a webhook was created that nothing has called', { ...added, hook: {} }, ['site', 'changes']],
    ['a page was rated and announced', { ...added, reports: rated.reports, isAnnounced: true }, ['announcement']],
    ['a page was rated alone', rated, ['site', 'changes', 'key-file']],
    ['all is done', { ...rated, isAnnounced: true }, [...setupPages]],
  ])('once %s, and the set-up continues with the first of the others', (_state, parts, expected) => {
    const progress = progressOf(parts)
    expect(setupPages.filter((page) => isDone(page, progress))).toEqual(expected)
    expect(nextPage(progress)).toBe(setupPages.find((page) => !expected.includes(page)))
  })
})

it('tells a sender that nothing has called from one that is used', () => {
  const connection = (parts: Partial<SiteParts>) => progressOf({ ...added, ...parts }).connection
  expect([
    connection({}),
    connection({ hook: {} }),
    connection({ hook: { last_used_at: at } }),
    connection({ sources: [{}, { last_used_at: at }] }),
    connection({ hook: {}, watches: watched.watches }),
  ]).toEqual(['none', 'unused', 'used', 'used', 'used'])
})

describe('the first page of a site', () => {
  it.each<[string, string | undefined, Partial<SiteParts>, string]>([
    ['is what the address says', 'http://127.0.0.1:8091/en/', rated, 'http://127.0.0.1:8091/en/'],
    ['is by HTTPS if nothing is known', undefined, {}, 'https://127.0.0.1/'],
    ['is on the host of a report', undefined, { reports: [{ url: 'http://127.0.0.1:80/a?b' }] }, 'http://127.0.0.1/'],
    ['is on the host of a watch', '', { watches: [watch('http://127.0.0.1:8091/map.xml')] }, 'http://127.0.0.1:8091/'],
    ['is never on another site', 'https://other.example/', {}, 'https://127.0.0.1/'],
    ['is never a script', 'javascript:alert(1)', {}, 'https://127.0.0.1/'],
  ])('%s', (_what, asked, parts, expected) => {
    expect(firstPageOf('127.0.0.1', asked, { ...added, ...parts })).toBe(expected)
  })
})

describe('a set-up is resumed', () => {
  const called = { ...added, hook: {} }
  const rated = { ...called, reports: [{ url: 'http://127.0.0.1:8091/', score: 80 }] }
  it.each<[string, string, SiteParts, string | undefined]>([
    ['at the first step that is not done', 'example.com', called, 'key-file'],
    ['at its first page, if an IP address is all that is known of it', '127.0.0.1', called, 'site'],
    ['at its first page, if that is an IPv6 address', '[2001:db8::1]', called, 'site'],
    ['at the first step that is not done, if a page of the IP address is known', '127.0.0.1', rated, 'key-file'],
    [
      'nowhere once all is done',
      '127.0.0.1',
      { ...rated, ...proven, reports: rated.reports, isAnnounced: true },
      undefined,
    ],
  ])('%s', (_where, project, parts, expected) => {
    expect(resumedPage(project, parts)).toBe(expected)
  })
})

it('hands the first page on in the address of a step', () => {
  expect(setupPath('example.com', 'key-file', 'https://example.com/?a=b')).toBe(
    '/projects/example.com/setup/key-file?address=https%3A%2F%2Fexample.com%2F%3Fa%3Db',
  )
})
