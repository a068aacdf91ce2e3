import type { Json } from '../parse-json.ts'
import { siteUrl } from '../site-url.ts'
import { missingReason } from '../source.ts'
import type { Rule } from './rule.ts'
import { hasFields } from './template.ts'
import { fillUrl, type ParsedUrlTemplate, parseUrlTemplate } from './url-template.ts'

/** `index` is the place of the template in the rule. `isOfOthers`: without a field, as the page of a list of pages. */
export type PageUrl = { url: string; index: number; isOfOthers: boolean }

export type PageUrls = {
  urls: PageUrl[]
  /** Fields without a value, over all templates. */
  missing: string[]
  /** Why the first template that gives no URL gives none. */
  refusal: { verdict: 'ignored' | 'unmapped'; reason: string } | undefined
}

export const templatesOf = ({ url = [] }: Rule): string[] => (Array.isArray(url) ? url : [url])

/** A delivery may have a thousand pages with one rule. */
const parsedTemplates = new WeakMap<Rule, ParsedUrlTemplate[]>()

function parsedTemplatesOf(rule: Rule): ParsedUrlTemplate[] {
  const parsed = parsedTemplates.get(rule) ?? templatesOf(rule).map(parseUrlTemplate)
  parsedTemplates.set(rule, parsed)
  return parsed
}

/** The URLs of a page by all templates of a rule. A page that is not translated yet has some of them. */
export function pageUrls(rule: Rule, fields: Json, project: string): PageUrls {
  const found: PageUrls = { urls: [], missing: [], refusal: undefined }
  for (const [index, parsed] of parsedTemplatesOf(rule).entries()) {
    if (!parsed.ok) {
      found.refusal ??= { verdict: 'unmapped', reason: `the url of a rule ${parsed.error}` }
      continue
    }
    const filled = fillUrl(parsed.template, fields, project)
    if (!filled.ok) {
      found.missing.push(...filled.missing)
      found.refusal ??= { verdict: 'unmapped', reason: filled.reason ?? missingReason(filled.missing) }
      continue
    }
    const checked = siteUrl(filled.text, project)
    if (checked.ok) found.urls.push({ url: checked.url, index, isOfOthers: !hasFields(parsed.template.template) })
    else found.refusal ??= { verdict: checked.verdict, reason: checked.reason }
  }
  return found
}
