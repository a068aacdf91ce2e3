const types = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const conventional = new RegExp(`^(?:${types})(?:\\([a-z0-9,-]+\\))?!?: \\S`)
const maxLength = 72

/** The problem of a commit title; undefined if it is valid. */
export function titleProblem(title: string): string | undefined {
  // Git generates these; the reverted or merged commits were checked.
  if (/^(Merge|Revert) /.test(title)) return undefined
  if (!conventional.test(title)) return 'does not begin with "type(scope): "'
  if (title.length > maxLength) return `has ${title.length} characters, at most ${maxLength} are allowed`
  if (title.endsWith('.')) return 'ends with a full stop'
  return undefined
}
