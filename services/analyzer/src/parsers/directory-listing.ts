type Anchor = { href: string | null; text: string }

/** Words of a row: date, time, size and unit, and those of the file name. */
const wordsPerRow = 8
const maxOtherWords = 40

/**
 * Whether the page is a directory listing that a web server generated: the text of nearly every link is the name of the
 * file it leads to, and there is hardly other text. True for Apache, nginx, Caddy, Python and others. Up to three links
 * more are those of the server, but a page with as many other links as files is none.
 */
export function isDirectoryListing({ anchors, wordCount }: { anchors: readonly Anchor[]; wordCount: number }): boolean {
  const links = anchors.filter(({ href }) => href !== null && !/^(\?|#|\.\.?\/?$)/.test(href))
  const files = links.filter(isNamedByItsFile).length
  const isMajority = files >= 2 && 2 * files > links.length && files >= 0.8 * (links.length - 3)
  return isMajority && wordCount <= wordsPerRow * anchors.length + maxOtherWords
}

/** "notes.txt" for ./notes.txt or /files/notes.txt, "photos/" for photos/; servers truncate long names with "..>". */
function isNamedByItsFile({ href, text }: Anchor): boolean {
  const path = (href ?? '').split(/[?#]/, 1)[0] ?? ''
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.length > 1_000) return false
  const name = lastSegment(path)
  const shown = text.replace(/\/$/, '').replace(/(\.\.>|\.\.\.|…)$/, '')
  // A link to a page may have the same form: "tea" for /tea. A file has an extension; the link to a folder ends in "/".
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
