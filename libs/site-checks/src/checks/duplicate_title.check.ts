import { isIndexable } from '../site.ts'
import { count, defineSiteCheck, foundIssues, type IssueGroup } from '../site-check.ts'

export default defineSiteCheck({
  id: 'duplicate_title',
  title: 'Titles across pages',
  titles: { pass: 'Each page has its own title', warn: 'Some pages share a title', fail: 'Many pages share a title' },
  category: 'seo',
  weight: 5,
  why: 'Readers and engines cannot distinguish pages with one title in a list of results.',
  fix: 'Give each page a title that says what is on this page alone, or one canonical link to all copies.',
  learn: 'https://developers.google.com/search/docs/appearance/title-link',
  criteria: {
    pass: 'unique among the pages that can be indexed',
    warn: 'two or three pages share it, letter case aside',
    fail: 'more pages share it',
  },
  comparesPages: true,

  check({ pages }) {
    const byTitle = new Map<string, { title: string; pages: string[] }>()
    for (const page of pages.values()) {
      if (page.facts === null || page.facts.title === '' || !isIndexable(page)) continue
      const { title } = page.facts
      const known = byTitle.get(title.toLowerCase())
      if (known === undefined) byTitle.set(title.toLowerCase(), { title, pages: [page.url] })
      else known.pages.push(page.url)
    }
    const groups = [...byTitle.values()].flatMap(({ title, pages: sharing }): IssueGroup[] => {
      if (sharing.length < 2) return []
      return [{ severity: sharing.length > 3 ? 'fail' : 'warn', cause: { title }, pages: sharing }]
    })
    return foundIssues(
      groups,
      (sharing) => `${count(sharing, 'page shares', 'pages share')} a title with another page.`,
    )
  },
})
