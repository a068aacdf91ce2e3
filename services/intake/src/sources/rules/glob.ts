import { matchesSegment } from './wildcard.ts'

/** They bound the time that the paths of one push can take. */
const maxAlternatives = 8
const maxGlobSegments = 16
const maxPathSegments = 64

export type Glob = (path: string) => boolean

/**
 * Compiles a glob for paths in a repository: `*` and `?` within a segment, `**` for any number of segments, `{a,b}`
 * for alternatives. There are no regular expressions, so no glob is slow. Undefined for a glob that is invalid or too
 * large.
 */
export function compileGlob(glob: string): Glob | undefined {
  const compiled = alternativesOf(glob.replace(/^\//, ''))?.map((one) => one.split('/'))
  if (compiled === undefined || compiled.some(({ length }) => length > maxGlobSegments)) return undefined
  return (path) => {
    const segments = path.split('/')
    return segments.length <= maxPathSegments && compiled.some((parts) => matchSegments(segments, parts))
  }
}

/** The characters of all alternatives. What a path can cost is in proportion to them and to its own. */
export const globLength = (glob: string): number => (alternativesOf(glob) ?? []).join('').length

function alternativesOf(glob: string): string[] | undefined {
  let found = ['']
  let rest = glob
  while (rest !== '') {
    const open = rest.indexOf('{')
    if (open < 0) return found.map((start) => start + rest)
    const close = rest.indexOf('}', open)
    if (close < 0) return undefined
    const before = rest.slice(0, open)
    const choices = rest.slice(open + 1, close).split(',')
    if (choices.some((choice) => choice.includes('{')) || found.length * choices.length > maxAlternatives)
      return undefined
    found = found.flatMap((start) => choices.map((choice) => start + before + choice))
    rest = rest.slice(close + 1)
  }
  return found
}

/** Segment by segment of the glob: which beginnings of the path, by their length, it has matched so far. */
function matchSegments(path: readonly string[], glob: readonly string[]): boolean {
  let reached = [true, ...path.map(() => false)]
  for (const part of glob) {
    const before = reached
    reached = []
    for (let length = 0; length <= path.length; length += 1) {
      const segment = path[length - 1]
      reached[length] =
        part === '**'
          ? before[length] === true || reached[length - 1] === true
          : segment !== undefined && before[length - 1] === true && matchesSegment(segment, part)
    }
    if (!reached.includes(true)) return false
  }
  return reached[path.length] === true
}
