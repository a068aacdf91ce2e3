/**
 * A value that a field has to have: a text in which `*` stands for anything, `!text` for any other, or a list of
 * them.
 */
export type Expected = string | number | boolean | null
export type Conditions = { [field: string]: Expected | Expected[] }

/**
 * One rule of a source. The first rule whose `when` matches an event decides. Rules with `glob`, `branch` or
 * `environment` are about pushes and deployments.
 */
export type Rule = {
  /** `event` (or `topic`) is the name of the event, anything else a field of the body. */
  when?: Conditions
  /** The template of the page's URL, or several for a page with several addresses. */
  url?: string | string[]
  /** The template of the id under which the URL is remembered. */
  id?: string
  /** The page is public only if all of these match. */
  publish_if?: Conditions
  action?: 'update' | 'delete' | 'scan' | 'ignore'
  /** Paths in the repository that `url` is for. */
  glob?: string
  /** The branch that is published; the repository's default branch if absent. */
  branch?: string
  /** The environment that is the public site. */
  environment?: string
}

export const maxRules = 50
/** Of a rule as JSON. */
export const maxRuleLength = 500
export const maxUrlsPerRule = 10
