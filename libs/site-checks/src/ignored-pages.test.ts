import { describe, expect, it } from '@jest/globals'
import { checks } from '../test/judge-fixture.ts'
import { number, origin, type SiteFixture, siteOf, titled } from '../test/site-fixture.ts'
import { judgeSite } from './judge-site.ts'

/** The result of a check that is ignored on these paths, or on all pages. */
function judge(id: string, fixture: SiteFixture, ignoredOn: string[] | 'all') {
  const isIgnored = (check: string, url: string) =>
    check === id && (ignoredOn === 'all' || ignoredOn.some((path) => url === origin + path))
  const results = judgeSite(checks, siteOf(fixture), undefined, isIgnored)
  const result = results.find((one) => one.id === id)
  if (result === undefined) throw new Error(`There is no check ${id}.`)
  const paths = (groups: typeof result.groups) =>
    groups.map(({ severity, pages }) => `${severity} ${pages.map((url) => url.replace(origin, '')).join(' ')}`)
  const { status, title, message } = result
  return { status, title, message, groups: paths(result.groups), ignored: paths(result.ignored) }
}

const shared = (count: number): SiteFixture => ({ pages: number(count, (i) => [`/${i}`, titled('Tea')]) })

describe('a site check that is ignored', () => {
  it('on all pages has no groups, and shows what it has found apart', () => {
    expect(judge('duplicate_title', shared(5), 'all')).toEqual({
      status: 'ignored',
      title: 'Many pages share a title',
      message: 'Many pages share a title',
      groups: [],
      ignored: ['fail /0 /1 /2 /3 /4'],
    })
  })

  it('on one page leaves that page out of its groups and of its sentence', () => {
    const fixture = { pages: { '/': { links: ['/a', '/gone'] }, '/a': { links: ['/gone'] }, '/gone': { status: 404 } } }
    expect(judge('links_to_broken', fixture, ['/a'])).toMatchObject({
      status: 'fail',
      message: '1 page links to a broken page.',
      groups: ['fail /'],
      ignored: ['fail /a'],
    })
  })

  it('and compares pages judges the others as if that page were not there', () => {
    expect(judge('duplicate_title', shared(4), ['/0'])).toMatchObject({
      status: 'warn',
      title: 'Some pages share a title',
      message: '3 pages share a title with another page.',
      groups: ['warn /1 /2 /3'],
      ignored: ['fail /0'],
    })
  })

  it('on one of two pages that share something is no issue of the other one', () => {
    expect(judge('duplicate_title', shared(2), ['/0'])).toMatchObject({
      status: 'ignored',
      groups: [],
      ignored: ['warn /0'],
    })
  })

  it('on a page without the issue changes nothing', () => {
    const ofAll = judge('duplicate_title', shared(2), [])
    expect(judge('duplicate_title', { pages: { ...shared(2).pages, '/x': {} } }, ['/x'])).toEqual(ofAll)
    expect(ofAll).toMatchObject({ status: 'warn', ignored: [] })
  })

  it.each([
    ['a warning is left', ['/far'], 'warn', 'Pages have a single inbound link'],
    ['a failure is left', ['/one'], 'fail', 'Pages of the sitemap are not linked'],
  ])('has the outcome of what is left: %s', (_, ignoredOn, status, title) => {
    const fixture: SiteFixture = { pages: { '/': { links: ['/one'] }, '/one': {}, '/far': {} }, sitemap: ['/far'] }
    expect(judge('orphan', fixture, ignoredOn)).toMatchObject({ status, title })
  })

  it('is still a target of others: a language version that is ignored itself has to point back', () => {
    const versions = [{ code: 'de', url: `${origin}/de` }]
    const fixture: SiteFixture = { pages: { '/': { facts: { versions } }, '/de': { facts: { isNoindex: true } } } }
    expect(judge('hreflang_return', fixture, ['/de'])).toMatchObject({
      status: 'fail',
      groups: ['fail /'],
      ignored: [],
    })
  })
})
