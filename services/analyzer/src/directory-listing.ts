import type { Anchor } from './document-facts.ts'

/** Words of a row beside the name: date, time, size and unit, and those of the name itself. */
const wordsPerRow = 8
const wordsAround = 40

/**
 * Whether a server made the page of the files in a directory: nearly every link has the name of the file that it leads to
 * for its text, and there is hardly another word. That is the same for Apache, nginx, Caddy, Python and the others.
 */
export function isDirectoryListing({ anchors, words }: { anchors: readonly Anchor[]; words: number }): boolean {
  const links = anchors.filter(({ href }) => href !== null && !/^(\?|#|\.\.?\/?$)/.test(href))
  const files = links.filter(isNamedByItsFile).length
  return files >= 2 && files >= 0.8 * (links.length - 3) && words <= wordsPerRow * anchors.length + wordsAround
}

/** "notes.txt" for ./notes.txt or /files/notes.txt, "photos/" for photos/; long names are cut short by "..>". */
function isNamedByItsFile({ href, text }: Anchor): boolean {
  const path = (href ?? '').split(/[?#]/, 1)[0] ?? ''
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.length > 1_000) return false
  const name = lastSegment(path)
  const shown = text.replace(/\/$/, '').replace(/(\.\.>|\.\.\.|…)$/, '')
  // A page of the site may be called as its address is: "tea" for /tea. A file has an ending, or its link ends in "/".
  const isFile = /\.[a-z0-9]{1,8}$/i.test(name) || text.endsWith('/')
  return isFile && shown !== '' && (decoded(name) === shown || (shown !== text && decoded(name).startsWith(shown)))
}

function lastSegment(path: string): string {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path
  return whole.slice(whole.lastIndexOf('/') + 1)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}
