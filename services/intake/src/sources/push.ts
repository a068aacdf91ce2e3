import { fieldAt, isObject, listAt, textAt } from './json-field.ts'
import type { Json } from './parse-json.ts'

export type PushedCommit = { added: string[]; modified: string[]; removed: string[] }

/** A git push, in the same form for all hosts of repositories. */
export type Push = {
  /** Undefined for the push of a tag. */
  branch: string | undefined
  /** Undefined if the payload does not name it. */
  defaultBranch: string | undefined
  isDeleted: boolean
  /** Oldest first; undefined if the payload does not list the files of all commits. */
  commits: PushedCommit[] | undefined
}

/** GitHub lists so many commits of a push and no more. */
const maxListedCommits = 2_048
const branchPrefix = 'refs/heads/'
const noCommit = /^0+$/

/** Reads the form of a push that GitHub, GitLab, Gitea, Forgejo and Gogs share. Undefined if the body is no push. */
export function readPush(body: Json): Push | undefined {
  const ref = textAt(body, 'ref')
  if (ref === undefined || ref === '') return undefined
  const branch = ref.startsWith(branchPrefix)
    ? ref.slice(branchPrefix.length)
    : ref.startsWith('refs/')
      ? undefined
      : ref
  const after = textAt(body, 'after') ?? ''
  return {
    branch,
    defaultBranch: textAt(body, 'repository.default_branch') ?? textAt(body, 'project.default_branch'),
    isDeleted: fieldAt(body, 'deleted') === true || noCommit.test(after),
    commits: commitsOf(body, after),
  }
}

function commitsOf(body: Json, after: string): PushedCommit[] | undefined {
  const listed = listAt(body, 'commits')
  const total = Number(textAt(body, 'total_commits_count') ?? textAt(body, 'total_commits') ?? listed.length)
  // After a forced push the files of commits that were dropped are not listed.
  const isForced = fieldAt(body, 'forced') === true
  if (listed.length === 0 || listed.length >= maxListedCommits || total > listed.length || isForced) return undefined
  // Gogs, and the system hooks of GitLab, name no files at all.
  if (!listed.every((commit) => isObject(commit) && lists.some((name) => Array.isArray(commit[name])))) return undefined
  const commits = listed.map((commit) => ({
    added: pathsOf(commit, 'added'),
    modified: pathsOf(commit, 'modified'),
    removed: pathsOf(commit, 'removed'),
  }))
  return isNewestFirst(listed, after) ? commits.reverse() : commits
}

const lists = ['added', 'modified', 'removed'] as const

const pathsOf = (commit: Json, name: (typeof lists)[number]): string[] =>
  listAt(commit, name).filter((path) => typeof path === 'string')

/** Gitea lists the newest commit first, GitHub and GitLab last. */
function isNewestFirst(commits: readonly Json[], after: string): boolean {
  const [first, last] = [commits.at(0), commits.at(-1)]
  if (commits.length < 2 || textAt(last, 'id') === after) return false
  if (textAt(first, 'id') === after) return true
  return Date.parse(textAt(first, 'timestamp') ?? '') > Date.parse(textAt(last, 'timestamp') ?? '')
}
