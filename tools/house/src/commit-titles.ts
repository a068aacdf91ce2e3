const types = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const conventional = new RegExp(`^(?:${types})(?:\\([a-z0-9,-]+\\))?!?: \\S`)
const maxLength = 72

/** What is wrong with the title of a commit; undefined for a good one. */
export function titleProblem(title: string): string | undefined {
  // Git writes these itself; what they revert or merge was checked.
  if (/^(Merge|Revert) /.test(title)) return undefined
  if (!conventional.test(title)) return 'does not begin with "type(scope): "'
  if (title.length > maxLength) return `has ${title.length} characters, at most ${maxLength} are allowed`
  if (title.endsWith('.')) return 'ends with a full stop'
  return undefined
}
