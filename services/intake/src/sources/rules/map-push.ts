import type { Push, PushedCommit } from '../push.ts'
import { siteUrl } from '../site-url.ts'
import type { UrlChange } from '../source.ts'
import { compileGlob, globLength } from './glob.ts'
import type { Mapped } from './map-page.ts'
import type { Rule } from './rule.ts'
import { fillUrl, parseUrlTemplate, type UrlTemplate } from './url-template.ts'

/** More changed files are looked up in the sitemap. */
export const maxFiles = 2_048
/** Characters of its paths times those of the globs: while a push is read, no other request is. */
const maxCompared = 50_000_000

const ignored = (reason: string): Mapped => ({ verdict: 'ignored', reason })
const scan = (reason: string): Mapped => ({ verdict: 'scan', reason })

/** The URLs of the files of a push, by path rules; without any, the pages that changed are found by a scan. */
export function mapPush(push: Push, rules: readonly Rule[], project: string, usedRules?: Set<Rule>): Mapped {
  const { branch, commits } = push
  if (branch === undefined) return ignored('push of a tag')
  const branchRules = rules.filter((rule) => isPushRule(rule) && branchesOf(rule, push).includes(branch))
  const isPublished = branchRules.length > 0 || (!rules.some(isPushRule) && branchesOf({}, push).includes(branch))
  if (!isPublished) return ignored(`push to branch ${branch}`)
  if (push.isDeleted) return ignored(`branch ${branch} was deleted`)

  const pathRules = branchRules.flatMap(compileRule)
  if (pathRules.length === 0) return scan(`push to branch ${branch}`)
  if (commits === undefined) return scan('the files of the push are not all listed')
  const files = lastChanges(commits)
  if (files.size > maxFiles) return scan(`more than ${maxFiles} files`)
  if (lengthOf(files.keys()) * sum(pathRules.map(({ length }) => length)) > maxCompared)
    return scan(`more globs than can be compared with ${files.size} files`)
  return mapFiles(files, pathRules, project, usedRules)
}

const sum = (numbers: number[]): number => numbers.reduce((before, number) => before + number, 0)
const lengthOf = (paths: Iterable<string>): number => sum(Array.from(paths, ({ length }) => length))

/** Whether a push is of a branch that the site is made from. */
export const isPushRule = ({ glob, branch }: Rule): boolean => glob !== undefined || branch !== undefined

const branchesOf = ({ branch }: Rule, { defaultBranch }: Push): string[] => {
  if (branch !== undefined) return [branch]
  return defaultBranch === undefined || defaultBranch === '' ? ['main', 'master'] : [defaultBranch]
}

type PathRule = { rule: Rule; length: number; matches: (path: string) => boolean; templates: UrlTemplate[] }

function compileRule(rule: Rule): PathRule[] {
  const { glob, url = [] } = rule
  const matches = glob === undefined ? undefined : compileGlob(glob)
  if (matches === undefined) return []
  const parsed = (Array.isArray(url) ? url : [url]).map(parseUrlTemplate)
  const templates = parsed.flatMap((one) => (one.ok ? [{ ...one.template, isLiteralPath: true }] : []))
  return [{ rule, length: globLength(glob ?? ''), matches, templates }]
}

/** Each path with what the last commit that touches it does. A renamed file is a removed one and an added one. */
function lastChanges(commits: readonly PushedCommit[]): Map<string, 'update' | 'delete'> {
  const files = new Map<string, 'update' | 'delete'>()
  for (const { added, modified, removed } of commits) {
    for (const path of removed) files.set(path, 'delete')
    for (const path of [...added, ...modified]) files.set(path, 'update')
  }
  return files
}

function mapFiles(
  files: ReadonlyMap<string, 'update' | 'delete'>,
  rules: readonly PathRule[],
  project: string,
  usedRules?: Set<Rule>,
): Mapped {
  const actions = new Map<string, 'update' | 'delete'>()
  let refusal: string | undefined
  for (const [path, action] of files) {
    const rule = rules.find(({ matches }) => matches(path))
    if (rule !== undefined) usedRules?.add(rule.rule)
    for (const template of rule?.templates ?? []) {
      const filled = fillUrl(template, { path }, project)
      const checked = filled.ok ? siteUrl(filled.text, project) : undefined
      if (checked?.ok === true) {
        // Two files may have one URL (`a.md` became `a/index.md`): the page exists then.
        if (actions.get(checked.url) !== 'update') actions.set(checked.url, action)
      } else refusal ??= checked?.reason ?? 'a path that gives no url'
    }
  }
  if (actions.size > 0) {
    const urls = [...actions].map(([url, action]): UrlChange => ({ url, action }))
    return { verdict: 'urls', urls, missing: [], remember: [], forget: [] }
  }
  return ignored(refusal ?? (files.size === 0 ? 'no file changed' : 'no rule matches a changed file'))
}
