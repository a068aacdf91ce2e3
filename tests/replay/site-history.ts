import { seeded } from '../faults/random.ts'

/** A page of the site as a commit has it. */
export type Page =
  | { kind: 'live'; words: string }
  | { kind: 'noindex'; words: string }
  | { kind: 'moved'; target: string }
  | { kind: 'gone' }

/** The site after a commit, with what a build changes besides the pages. */
export type Build = { number: number; pages: ReadonlyMap<string, Page> }

/** What engines have to hear of a page in one commit, and why they hear nothing. */
export type Truth = 'send' | 'unchanged' | 'noindex' | 'redirects'

const firstPages = 16
const words = [
  'assam',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'heath',
  'islet',
  'junco',
  'karst',
  'larch',
]

/**
 * The builds of a site, one a commit. Each commit edits the words of a few pages and adds one; some remove a page, move one
 * to a new address, take one out of search engines, or put it back. All pages are built again each time.
 */
export function makeHistory(commits: number, seed: number): Build[] {
  const { pick } = seeded(seed)
  const sentence = (): string => Array.from({ length: 12 }, () => pick(words)).join(' ')
  let pages = new Map<string, Page>(
    Array.from({ length: firstPages }, (_, number) => [`/page-${number}`, { kind: 'live', words: sentence() }]),
  )
  let made = firstPages
  const builds: Build[] = [{ number: 0, pages }]
  for (let number = 1; number < commits; number += 1) {
    pages = new Map(pages)
    const ofKind = (kind: Page['kind']) => [...pages].filter(([, page]) => page.kind === kind).map(([path]) => path)
    for (let edits = 0; edits < 3; edits += 1) pages.set(pick(ofKind('live')), { kind: 'live', words: sentence() })
    pages.set(`/page-${made++}`, { kind: 'live', words: sentence() })
    if (number % 3 === 0) pages.set(pick(ofKind('live')), { kind: 'gone' })
    if (number % 4 === 0) {
      const from = pick(ofKind('live'))
      const target = `/page-${made++}`
      pages.set(target, pages.get(from) as Page)
      pages.set(from, { kind: 'moved', target })
    }
    if (number % 5 === 0) {
      const hidden = pick(ofKind('live'))
      pages.set(hidden, { kind: 'noindex', words: (pages.get(hidden) as { words: string }).words })
    }
    const [shown] = number % 10 === 0 ? ofKind('noindex') : []
    if (shown !== undefined) pages.set(shown, { kind: 'live', words: (pages.get(shown) as { words: string }).words })
    builds.push({ number, pages })
  }
  return builds
}

/** What was announced of each page last. */
export type Known = Map<string, Page>

/** What is true of each page that the build has: compared with what engines know, by the rules of docs/preflight.md. */
export function truthOf({ pages }: Build, known: Known): Map<string, Truth> {
  const truth = new Map<string, Truth>()
  for (const [path, page] of pages) {
    const before = known.get(path)
    switch (page.kind) {
      case 'live':
        truth.set(path, before?.kind === 'live' && before.words === page.words ? 'unchanged' : 'send')
        break
      case 'noindex':
        truth.set(path, before?.kind === 'live' ? 'send' : 'noindex')
        break
      case 'moved':
        truth.set(path, before?.kind === 'moved' && before.target === page.target ? 'redirects' : 'send')
        break
      case 'gone':
        // A sender reports a removed page once.
        if (before?.kind !== 'gone') truth.set(path, 'send')
    }
  }
  return truth
}

/** The HTML of a page as a build makes it: around the same words everything else is new. */
export function renderPage({ number, pages }: Build, path: string, text: string, isHidden: boolean): string {
  const links = [...pages.keys()].map((other) => `<a href="${other}">${other.slice(1)}</a>`).join(' ')
  return `<!doctype html><html lang="en"><head><title>${path.slice(1)}</title>
<link rel="stylesheet" href="/style.${number * 7_919}.css"><meta name="generator" content="Builder ${number}">
${isHidden ? '<meta name="robots" content="noindex">' : ''}</head>
<body data-build="${number}"><header><nav>${links}</nav></header>
<main><h1>${path.slice(1)}</h1><p>${text}</p><time>Built ${number} times</time></main>
<aside>${[...pages.keys()].slice(-5).join(', ')}</aside><footer>Build ${number}</footer>
<script>window.build = ${number}</script></body></html>`
}
