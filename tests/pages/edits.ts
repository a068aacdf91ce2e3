import type { SourcePage } from './source-text.ts'

export type Edit = { name: string; truth: 'changed' | 'unchanged'; apply(page: SourcePage): SourcePage }

const inBody =
  (replace: (body: string) => string) =>
  (page: SourcePage): SourcePage => ({ ...page, body: replace(page.body) })

/** A paragraph that every page gets, so that each edit has a number, a link and an image to change. */
const lastParagraph =
  'The box costs 17.50 coins & more, see [the list](https://example.org/list-1) ![Chart](https://example.org/chart-1.png)\nfor others.'

export const withLastParagraph = inBody((body) => {
  // A code block that the page leaves open would take the paragraph for code.
  const isOpen = (body.match(/^[ \t]*(?:```|~~~)/gm) ?? []).length % 2 === 1
  return `${body.trimEnd()}\n${isOpen ? '```\n' : ''}\n${lastParagraph}\n`
})

/** Edits whose effect is known, because a program makes them. */
export const edits: readonly Edit[] = [
  { name: 'a word', truth: 'changed', apply: inBody((body) => body.replace(/coins(?= & more)/, 'pieces')) },
  { name: 'a number', truth: 'changed', apply: inBody((body) => body.replace('17.50 coins', '17.90 coins')) },
  { name: 'the target of a link', truth: 'changed', apply: inBody((body) => body.replace('org/list-1', 'org/list-2')) },
  { name: 'an image', truth: 'changed', apply: inBody((body) => body.replace('org/chart-1', 'org/chart-2')) },
  { name: 'the title', truth: 'changed', apply: (page) => ({ ...page, title: `${page.title} today` }) },
  {
    name: 'the description',
    truth: 'changed',
    apply: (page) => ({ ...page, description: `${page.description} Now new.` }),
  },
  {
    name: 'a paragraph removed',
    truth: 'changed',
    apply: inBody((body) => body.slice(0, body.indexOf('The box costs 17.50'))),
  },
  { name: 'a paragraph added', truth: 'changed', apply: inBody((body) => `${body}\nOne more thing.\n`) },
  { name: 'a comment', truth: 'unchanged', apply: inBody((body) => `${body}\n<!-- checked today -->\n`) },
  {
    name: 'other line ends in a paragraph',
    truth: 'unchanged',
    apply: inBody((body) => body.replace('costs 17.50 coins', 'costs\n17.50 coins')),
  },
  { name: 'an entity', truth: 'unchanged', apply: inBody((body) => body.replace('coins & more', 'coins &amp; more')) },
  { name: 'empty lines', truth: 'unchanged', apply: inBody((body) => `${body}\n\n\n`) },
  {
    name: 'a tracking parameter',
    truth: 'unchanged',
    apply: inBody((body) => body.replace('org/list-1', 'org/list-1?utm_source=site')),
  },
  {
    name: 'the text alternative of an image',
    truth: 'unchanged',
    apply: inBody((body) => body.replace('![Chart]', '![Chart of prices]')),
  },
  { name: 'nothing', truth: 'unchanged', apply: (page) => page },
]

/** Names files that a generator would look for beside the page by an address elsewhere; links to pages stay. */
export function remoteFiles(markdown: string): string {
  return markdown
    .replace(
      /(!\[[^\]]*\]\()\s*<?(?!https?:)([^)\s>]+)>?/g,
      (_all, start: string, source: string) => start + remote(source),
    )
    .replace(
      /(\]\()\s*(?!https?:|#)([^)\s#]+\.(?!md|html)[a-z0-9]{2,4})(?=[)\s#])/gi,
      (_all, start: string, source: string) => start + remote(source),
    )
    .replace(
      /^( {0,3}\[[^\]\n]+\]:\s*)(?!https?:|#)(\S+\.(?!md|html)[a-z0-9]{2,4})$/gim,
      (_all, start: string, source: string) => start + remote(source),
    )
    .replace(/(\bsrc=["'])(?!https?:|data:)([^"']+)/g, (_all, start: string, source: string) => start + remote(source))
}

function remote(source: string): string {
  return `https://files.example/${source.replace(/^[./]+/, '')}`
}
