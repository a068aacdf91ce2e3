import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf, type SeededPage, siteName } from '@pagebell/sandbox/seeded-page'

/** The title of a page as its theme gets it, which adds the name of the site itself. */
export const titleForTheme = ({ title }: SeededPage): string => title.replace(siteName, '')

/**
 * Adds what is planted in the heads of pages to those that a theme has built in this folder, as a plug-in for SEO does:
 * it takes the place of what the theme writes.
 */
export async function addPageHeads(folder: string, pages: readonly SeededPage[]): Promise<void> {
  for (const page of pages) {
    const file = join(folder, pathOf(page), 'index.html')
    await writeFile(file, withHead(await readFile(file, 'utf8'), page))
  }
}

const replaced: [mark: string, tag: RegExp][] = [
  ['rel="canonical"', /<link rel="canonical"[^>]*>/],
  ['name="description"', /<meta name="description"[^>]*>/],
]

function withHead(html: string, { title, head }: SeededPage): string {
  const planted = head.join('')
  const plain = replaced
    .filter(([mark]) => planted.includes(mark))
    .reduce((text, [, tag]) => text.replace(tag, ''), html)
  const titled = title.endsWith(siteName) ? plain : plain.replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
  return titled.replace('</head>', `${planted}</head>`)
}
