import { isStorableJson, storableText } from '@pagebell/faults/storable-text'
import { isObject } from '../json-field.ts'
import type { Json } from '../parse-json.ts'
import { compileGlob } from './glob.ts'
import { maxRuleLength, maxRules, maxUrlsPerRule, type Rule } from './rule.ts'
import { parseTemplate } from './template.ts'
import { parseUrlTemplate, urlTemplateFault, urlTemplateHelp } from './url-template.ts'

type FieldFault = string | undefined
const actions = ['update', 'delete', 'scan', 'ignore']

/** What each field may be. A check returns what is allowed, without the name of the field. */
const checks: Record<keyof Rule, (value: Json) => FieldFault> = {
  when: conditionsFault,
  url: urlFault,
  id: (value) => (typeof value === 'string' && parseTemplate(value).ok ? undefined : 'a template, such as {id}'),
  publish_if: conditionsFault,
  action: (value) =>
    typeof value === 'string' && actions.includes(value) ? undefined : `one of ${actions.join(', ')}`,
  glob: (value) =>
    typeof value === 'string' && value !== '' && compileGlob(value) !== undefined
      ? undefined
      : 'a glob, such as content/**/*.md, with at most 16 segments and 8 alternatives',
  branch: nameFault,
  environment: nameFault,
}

export type ValidatedRules = { ok: true; rules: Rule[] } | { ok: false; error: string }

/** The rules of a file or a request. The error names the field and what is allowed there. */
export function validateRules(value: Json): ValidatedRules {
  const error = findRuleFault(value)
  return error === undefined ? { ok: true, rules: value as Rule[] } : { ok: false, error }
}

export function findRuleFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'rules: has to be a list of rules'
  if (value.length > maxRules) return `rules: at most ${maxRules} rules are allowed`
  for (const [index, rule] of (value as Json[]).entries()) {
    const fault = faultOf(rule)
    if (fault !== undefined) return `rules[${index}]${fault}`
  }
  return undefined
}

function faultOf(rule: Json): string | undefined {
  if (!isObject(rule)) return ': has to be an object'
  if (JSON.stringify(rule).length > maxRuleLength) return `: at most ${maxRuleLength} characters are allowed`
  for (const [name, value] of Object.entries(rule)) {
    if (!isField(name)) return `.${name}: is not a field of a rule; allowed are ${Object.keys(checks).join(', ')}`
    const allowed = checks[name](value)
    if (allowed !== undefined) return `.${name}: has to be ${allowed}`
    if (!isStorableJson(value)) return `.${name}: has to be ${storableText}`
  }
  return combinationFault(rule)
}

const isField = (name: string): name is keyof Rule => Object.hasOwn(checks, name)

/** Fields that belong together, and those that exclude each other. */
function combinationFault({
  url,
  id,
  action,
  glob,
  branch,
  environment,
  when,
  publish_if: publishIf,
}: Rule | { [name: string]: Json }) {
  const hasPage = url !== undefined || id !== undefined || action !== undefined
  if (glob !== undefined && url === undefined) return '.url: is needed with glob'
  if (!hasPage && branch === undefined && environment === undefined)
    return ': has to have url, action, branch or environment'
  const ofPages = { when, publish_if: publishIf, id, action }
  const [extra] = Object.entries(ofPages).find(([, value]) => value !== undefined) ?? []
  if (glob !== undefined && extra !== undefined) return `.${extra}: is not allowed with glob`
  if (glob === undefined && branch !== undefined && hasPage) return '.glob: is needed with branch and url'
  const needsUrl = action === undefined || action === 'update'
  return hasPage && needsUrl && url === undefined
    ? `.url: is needed unless action is delete, scan or ignore`
    : undefined
}

function urlFault(value: Json): FieldFault {
  const urls = Array.isArray(value) ? value : [value]
  const isListed = urls.length > 0 && urls.length <= maxUrlsPerRule
  if (!isListed) return `a template or a list of 1 to ${maxUrlsPerRule} templates`
  for (const url of urls) {
    if (typeof url !== 'string') return urlTemplateHelp
    const parsed = parseUrlTemplate(url)
    if (parsed.ok) continue
    return parsed.error === urlTemplateFault ? urlTemplateHelp : `${urlTemplateHelp}; this one ${parsed.error}`
  }
  return undefined
}

function conditionsFault(value: Json): FieldFault {
  const isValue = (one: Json): boolean => one === null || ['string', 'number', 'boolean'].includes(typeof one)
  const isExpected = (one: Json): boolean => (Array.isArray(one) ? one.length > 0 && one.every(isValue) : isValue(one))
  return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isExpected)
    ? undefined
    : 'an object of fields and the values that they have to have, such as {"status":"publish"}'
}

function nameFault(value: Json): FieldFault {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200 ? undefined : 'a name'
}
