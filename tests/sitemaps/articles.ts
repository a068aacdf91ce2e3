/** An article of a site: what its files have to list. Times in UTC, as `2026-01-02T08:00:00.000Z`. */
export type Article = { slug: string; title: string; published: string; changed: string; body: string }

/** Enough for a verdict on their dates. */
const count = 24
/** What a feed has to escape, and what must not be taken for an address or a date of it. */
const body = `Fish & chips < 5 > "quoted" ]]> é 日本

\`<link>https://elsewhere.example/</link>\` \`<loc>https://elsewhere.example/</loc>\`
\`&amp;\` <https://elsewhere.example/?a=1&b=2>
`

/** Articles of as many days, each changed on another; one has an address that is not ASCII. */
export const articles: readonly Article[] = Array.from({ length: count }, (_, index) => {
  const number = String(index + 1).padStart(2, '0')
  return {
    slug: index === 5 ? '日本の記事' : `article-${number}`,
    title: `Article ${number}: salt & "pepper"`,
    published: `2026-01-${number}T08:00:00.000Z`,
    changed: `2026-03-${number}T10:30:00.000Z`,
    body: `${body}\nText of article ${number}.\n`,
  }
})

/** A Markdown file with front matter; the values of `fields` are YAML. */
export function markdown({ title, body }: Article, fields: Record<string, string> = {}): string {
  const lines = Object.entries({ title: JSON.stringify(title), ...fields }).map(([name, value]) => `${name}: ${value}`)
  return `---\n${lines.join('\n')}\n---\n\n${body}`
}

export const dayOf = (instant: string): string => instant.slice(0, 10)
