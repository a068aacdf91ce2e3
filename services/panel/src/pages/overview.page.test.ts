import { describe, expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import { testFrame } from '../../test/test-frame.ts'
import { overviewPage } from './overview.page.ts'

const nothing = {
  quotas: [],
  newest: [],
  worst: [],
  worsened: [],
  scores: [],
  deliveries: [],
  counts: [],
  days: [],
  projects: 0,
  newProject: undefined,
}
const oneSite = { ...nothing, projects: 1, newProject: 'xn--mnchen-3ya.example' }
const url = 'https://example.com/'
const submitted_at = '2026-11-26T10:00:00.000Z'
const sent = [{ id: '1', url, status: 'delivered', channel: 'indexnow', submitted_at } as Delivery]

describe('the overview', () => {
  it.each<[string, Parameters<typeof overviewPage>[1], [boolean, boolean]]>([
    ['asks for the first site', nothing, [true, false]],
    ['leads to the first announcement of a site', oneSite, [false, true]],
    ['leads nowhere once a URL was submitted', { ...oneSite, deliveries: sent }, [false, false]],
    ['leads nowhere while deliveries are unavailable', { ...oneSite, deliveries: undefined }, [false, false]],
  ])('%s', (_what, overview, expected) => {
    const text = textOf(overviewPage(testFrame, overview))
    const isLed = text.includes('href="/projects/xn--mnchen-3ya.example/setup"')
    expect([text.includes('name="project"'), isLed]).toEqual(expected)
    expect(text.includes('Announce the first page of münchen.example')).toBe(isLed)
  })

  it('leads from each number of deliveries to those that it counts', () => {
    const counts = [{ status: 'retrying', count: 12, is_capped: false }]
    const text = textOf(overviewPage(testFrame, { ...oneSite, counts }))
    const links = Array.from(
      text.matchAll(/<a href="\/deliveries\?status=(\w+)">([^<]+)<\/a>/g),
      ([, ...found]) => found,
    )
    expect(links).toEqual([
      ['pending', '0'],
      ['retrying', '12'],
      ['held', '0'],
      ['rejected', '0'],
    ])
  })
})
