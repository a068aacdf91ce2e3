import { describe, expect, it } from '@jest/globals'
import { type Suppression, suppressionsAt } from './suppressions.ts'

const at = '2026-11-27T12:00:00.000Z'
const page = 'https://shop.example/basket'
const ignoring = (check: string, more: Partial<Suppression> = {}): Suppression => ({
  check,
  url: null,
  reason: 'Meant so.',
  expires_at: null,
  ...more,
})
const reasonsOn = (url: string, suppressions: Suppression[]) =>
  Object.fromEntries([...suppressionsAt(suppressions, at).on(url).values()].map(({ check, reason }) => [check, reason]))

describe('the suppressions of a page', () => {
  it('are those of every page, and its own before them, in whatever order they come', () => {
    const all = [ignoring('h1'), ignoring('title', { url: page, reason: 'Its own.' }), ignoring('title')]
    for (const suppressions of [all, all.toReversed()]) {
      expect(reasonsOn(page, suppressions)).toEqual({ h1: 'Meant so.', title: 'Its own.' })
      expect(reasonsOn('https://shop.example/', suppressions)).toEqual({ h1: 'Meant so.', title: 'Meant so.' })
    }
  })

  it('are those that have not expired; one that expires at this moment has', () => {
    const next = '2026-11-27T12:00:00.001Z'
    expect(reasonsOn(page, [ignoring('h1', { expires_at: at }), ignoring('title', { expires_at: next })])).toEqual({
      title: 'Meant so.',
    })
  })

  it('of the page that have expired give way to those of every page', () => {
    const own = ignoring('title', { url: page, reason: 'Its own.', expires_at: at })
    expect(reasonsOn(page, [own, ignoring('title')])).toEqual({ title: 'Meant so.' })
  })
})
