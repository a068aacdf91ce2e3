import { compileUrlPattern, matchesUrl, urlTokens } from './url-pattern.ts'

/** Patterns of paths with their query: `*` is any text, `#` a number. */
export type UrlPatterns = { include: readonly string[]; exclude: readonly string[] }

const maxPatterns = 20
const maxPatternLength = 200

/** Whether a value is a list of patterns that {@link createUrlFilter} accepts. */
export function arePatterns(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= maxPatterns && value.every(isPattern)
}

/** What is allowed, for the error of a field that is none. */
export const allowedPatterns = `must be at most ${maxPatterns} patterns of paths such as /blog/*`

function isPattern(text: unknown): boolean {
  return typeof text === 'string' && /^[/*]/.test(text) && text.length <= maxPatternLength && !text.includes('\0')
}

/** Whether a URL matches: one of `include`, if there are any, and none of `exclude`. */
export function createUrlFilter({ include, exclude }: UrlPatterns): (url: URL) => boolean {
  const compiled = { include: include.map(compileUrlPattern), exclude: exclude.map(compileUrlPattern) }
  if (include.length === 0 && exclude.length === 0) return () => true
  return ({ pathname, search }) => {
    const path = urlTokens(pathname + search)
    const isIncluded = include.length === 0 || compiled.include.some((pattern) => matchesUrl(pattern, path))
    return isIncluded && !compiled.exclude.some((pattern) => matchesUrl(pattern, path))
  }
}
