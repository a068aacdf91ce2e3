import { longestHref } from './resolve-href.ts'
import { parseRobots } from './robots-rules.ts'

const mostSitemaps = 3

/** The first sitemaps that a robots.txt names, each once. */
export function declaredSitemaps(robots: string): string[] {
  const { sitemaps } = parseRobots(robots)
  return [...new Set(sitemaps.filter(({ length }) => length <= longestHref))].slice(0, mostSitemaps)
}
