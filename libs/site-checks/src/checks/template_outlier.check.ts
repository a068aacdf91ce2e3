import { isIndexable, type PageFacts } from '../site.ts'
import { count, defineSiteCheck, foundIssues, groupByCause } from '../site-check.ts'

/** Pages of one folder are of one kind, if there are so many. */
const minPages = 20
const minShare = 0.9
/** A kind of long pages; one of them with a fifth of the usual words lacks its text. */
const minUsualWords = 200
const minShareOfWords = 0.2

type Member = { url: string; facts: PageFacts }

export default defineSiteCheck({
  id: 'template_outlier',
  title: 'Pages unlike their kind',
  titles: {
    pass: 'Pages of one kind are alike',
    warn: 'Pages have another title than those of their kind',
    fail: 'Pages lack what the others of their kind have',
  },
  category: 'content',
  weight: 2,
  why: 'A page that lacks what its neighbours have was usually made by mistake, or from another template.',
  fix: 'Compare the page with its neighbours, and add what is missing.',
  criteria: {
    pass: `as the others; judged in folders of at least ${minPages} pages`,
    warn: `${minShare * 100} % of the titles end with one text ("… | Example"), and this one does not`,
    fail: `${minShare * 100} % have a type of structured data that this page lacks, or it has less than a fifth of the usual words`,
  },

  check({ pages }) {
    const members = [...pages.values()].flatMap((page): Member[] => {
      return page.facts !== null && isIndexable(page) ? [{ url: page.url, facts: page.facts }] : []
    })
    const groups = groupByCause()
    for (const [folder, kind] of Map.groupBy(members, ({ url }) => folderOf(url))) {
      if (kind.length < minPages) continue
      const [suffix] = commonValues(kind.map(({ facts }) => [titleSuffix(facts.title)].filter(Boolean)))
      const types = commonValues(kind.map(({ facts }) => facts.types))
      const usual = medianWords(kind)
      for (const { url, facts } of kind) {
        if (suffix !== undefined && titleSuffix(facts.title) !== suffix)
          groups.add('warn', { folder, title: suffix }, url)
        for (const type of types)
          if (!facts.types.includes(type)) groups.add('fail', { folder, structured_data: type }, url)
        if (usual >= minUsualWords && facts.words < usual * minShareOfWords)
          groups.add('fail', { folder, usual_words: usual }, url)
      }
    }
    return foundIssues(
      groups.groups,
      (outliers) => `${count(outliers, 'page differs', 'pages differ')} from the others of the folder.`,
    )
  },
})

function folderOf(url: string): string {
  const { pathname } = new URL(url)
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** What follows the last separator of a title: the name of the site, as a rule. */
function titleSuffix(title: string): string {
  return /^.*( (?:\||–|—|-|::|·) .*)$/s.exec(title)?.[1] ?? ''
}

/** The values that nearly all pages have. */
function commonValues(values: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values.flatMap((one) => [...new Set(one)])) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].flatMap(([value, number]) => (number >= values.length * minShare ? [value] : []))
}

function medianWords(kind: readonly Member[]): number {
  const sorted = kind.map(({ facts }) => facts.words).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
