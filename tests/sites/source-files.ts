import type { SeededPage } from '@pagebell/sandbox/seeded-page'

/** A Markdown file with front matter: `head` is HTML, links stand in the text. `fields` are YAML. */
export function sourceFile(page: SeededPage, fields: Record<string, string> = {}): string {
  const { title, head, paragraphs, links } = page
  const all = { title: JSON.stringify(title), head: JSON.stringify(head.join('')), ...fields }
  const matter = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const reading = links.map((link) => `- [Further reading](${link})`)
  return `---\n${matter.join('\n')}\n---\n\n${paragraphs.join('\n\n')}\n\n${reading.join('\n')}\n`
}
