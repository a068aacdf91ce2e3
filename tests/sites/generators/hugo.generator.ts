import { join } from 'node:path'
import { type PlantedFindings, pathOf, type SeededPage } from '@pagebell/sandbox/seeded-page'
import { dayNumber } from '@pagebell/sandbox/serve-seeded-site'
import { runGenerator, versionOf, writeFiles } from '../../sitemaps/static-site.ts'
import type { SeedGenerator } from '../site-generator.ts'
import { sourceFile } from '../source-files.ts'

const pagesOfList = 10
const config = (origin: string) => `baseURL = "${origin}/"
title = "Seeds"
paginate = ${pagesOfList}
disableKinds = ["section", "RSS"]
[taxonomies]
tag = "tags"
`
const layout = ({ title, head, content, footer = '' }: Record<string, string>): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body><nav><a href="/">Start</a><a href="/tags/">Tags</a></nav><header><h1>${title}</h1></header>
<main>${content}</main><footer>${footer}</footer></body></html>
`
const single = layout({
  title: '{{ .Title }}',
  head: '{{ .Params.head | safeHTML }}',
  content: '{{ .Content }}',
  footer: '{{ range .Params.tags }}<a href="/tags/{{ . }}/">{{ . }}</a>{{ end }}',
})
const list = `{{ $listed := .Paginate .Pages }}${layout({
  title: '{{ .Title }} | Seeds',
  head: '<link rel="canonical" href="{{ $listed.URL | absURL }}">',
  content: `<ul>{{ range $listed.Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
{{ template "_internal/pagination.html" . }}`,
})}`

/** The tag of an article: 25 have one, and up to 45 another. */
function tagOf({ slug }: SeededPage): string | null {
  const number = Number(/^article-(\d+)$/.exec(slug)?.[1] ?? Number.NaN)
  if (number < 25) return 'small'
  return number < 70 ? 'large' : null
}

/**
 * What is to be found of the pages of a tag, because Hugo numbers them in their address alone: they share the title of
 * the first one, and no sitemap lists the others.
 */
function findingsOfTags(pages: readonly SeededPage[]): PlantedFindings {
  const tags = Map.groupBy(pages, tagOf)
  const findings = {
    duplicate_title: { warn: [] as string[], fail: [] as string[] },
    sitemap_coverage: { warn: [] as string[] },
  }
  for (const [tag, tagged] of tags) {
    if (tag === null) continue
    const lists = Array.from({ length: Math.ceil(tagged.length / pagesOfList) }, (_, index) => {
      return index === 0 ? `/tags/${tag}/` : `/tags/${tag}/page/${index + 1}/`
    })
    if (lists.length > 1) findings.duplicate_title[lists.length > 3 ? 'fail' : 'warn'].push(...lists)
    findings.sitemap_coverage.warn.push(...lists.slice(1))
  }
  return findings
}

/** Hugo from Debian, which brings no theme, with a layout of ours that has a menu, tags, and lists of several pages. */
export const generator: SeedGenerator = {
  name: 'hugo',
  async build({ home, pages }, { folder, origin }) {
    const version = await versionOf('hugo', ['version'], 'hugo')
    const source = (page: SeededPage, index: number): string => {
      const tag = tagOf(page)
      return sourceFile(page, { date: dayNumber(index), ...(tag !== null && { tags: `[${tag}]` }) })
    }
    await writeFiles(folder, {
      'config.toml': config(origin),
      'layouts/_default/single.html': single,
      'layouts/_default/list.html': list,
      'layouts/index.html': single,
      'content/_index.md': sourceFile(home, { date: dayNumber(1) }),
      ...Object.fromEntries(
        pages.map((page, index) => [`content${pathOf(page).slice(0, -1)}.md`, source(page, index)]),
      ),
    })
    await runGenerator('hugo', ['--source', folder, '--quiet'], folder)
    return {
      version,
      folder: join(folder, 'public'),
      sitemap: '/sitemap.xml',
      datesByBuild: false,
      findings: findingsOfTags(pages),
    }
  },
}
