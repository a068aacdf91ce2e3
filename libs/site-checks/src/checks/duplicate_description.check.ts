import { isIndexable } from '../site.ts'
import { count, defineSiteCheck, foundIssues, type IssueGroup } from '../site-check.ts'

export default defineSiteCheck({
  id: 'duplicate_description',
  title: 'Descriptions across pages',
  titles: { pass: 'Each page has its own description', warn: 'Pages share a description' },
  category: 'seo',
  weight: 2,
  why: 'A description that stands on several pages helps no reader to choose one of them.',
  fix: 'Describe each page in its own words, or leave the description out.',
  learn: 'https://developers.google.com/search/docs/appearance/snippet',
  criteria: { pass: 'unique among the pages that can be indexed', warn: 'shared' },
  comparesPages: true,

  check({ pages }) {
    const indexable = [...pages.values()].filter((page) => isIndexable(page) && page.facts?.description !== '')
    const byDescription = Map.groupBy(indexable, ({ facts }) => facts?.description ?? '')
    const groups = [...byDescription].flatMap(([description, sharing]): IssueGroup[] => {
      if (sharing.length < 2) return []
      return [{ severity: 'warn', cause: { description }, pages: sharing.map(({ url }) => url) }]
    })
    return foundIssues(
      groups,
      (sharing) => `${count(sharing, 'page shares', 'pages share')} a description with another page.`,
    )
  },
})
