import type { SeededPage } from '@pagebell/sandbox/seeded-page'

/** A Markdown file with front matter: `head` is HTML, links stand in the text. `fields` are YAML. */
export function sourceFile(page: SeededPage, fields: Record<string, string> = {}): string {
  const { title, head, paragraphs, links } = page
  const all = { title: JSON.stringify(title), head: JSON.stringify(head.join('')), ...fields }
  const matter = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const reading = links.map((link) => `- [Further reading](${link})`)
  return `---\n${matter.join('\n')}\n---\n\n${paragraphs.join('\n\n')}\n\n${reading.join('\n')}\n`
}

/** The layout of all pages, with the expressions of a template language. */
export function layout({ title, head, content }: Record<'title' | 'head' | 'content', string>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body><header><h1>${title}</h1></header><main>${content}</main></body></html>
`
}
