import type { Json } from '../parse-json.ts'
import { type FilledTemplate, fillTemplate, onlyPlaceholder, parseTemplate, type Template } from './template.ts'

export type UrlTemplate = { template: Template; isWholeUrl: boolean; isLiteralPath: boolean }
export type ParsedUrlTemplate = { ok: true; template: UrlTemplate } | { ok: false; error: string }

export const urlTemplateHelp =
  'a template that begins with https://{project}/ or /, or is one field with the whole URL, such as {permalink}'

/** What is wrong with a template that names another host, or none. */
export const urlTemplateFault = `has to be ${urlTemplateHelp}`

const authority = /^https?:\/\/([^/?#]*)(.?)/

/** Parses the template of a URL. No field can become a part of its host. */
export function parseUrlTemplate(text: string): ParsedUrlTemplate {
  const parsed = parseTemplate(text)
  if (!parsed.ok) return parsed
  const { template } = parsed
  if (onlyPlaceholder(template) !== undefined) return accept(template, true)
  if (text.startsWith('/') && !text.startsWith('//')) {
    return accept({ parts: ['https://', { pointer: 'project', filters: [] }, ...template.parts] }, false)
  }
  const [, host = '', end = ''] = authority.exec(text) ?? []
  const isOwnHost = host !== '' && end === '/' && !/[{}@\s]/.test(host.replaceAll('{project}', ''))
  return isOwnHost ? accept(template, false) : { ok: false, error: urlTemplateFault }
}

const accept = (template: Template, isWholeUrl: boolean): ParsedUrlTemplate => ({
  ok: true,
  template: { template, isWholeUrl, isLiteralPath: false },
})

/** The URL of a page. Values are percent-encoded where they need it; a value that leaves its folder is refused. */
export function fillUrl(
  { template, isWholeUrl, isLiteralPath }: UrlTemplate,
  fields: Json,
  project: string,
): FilledTemplate {
  if (isWholeUrl) {
    const filled = fillTemplate(template, fields, project)
    const isPath = filled.ok && filled.text.startsWith('/')
    return isPath ? checkPath(`https://${project}/${encodePath(filled.text, isLiteralPath)}`) : filled
  }
  const encode = (value: string, before: string): string =>
    /[?#]/.test(before) ? encodeURIComponent(value.toWellFormed()) : encodePath(value, isLiteralPath)
  const filled = fillTemplate(template, fields, project, encode)
  return filled.ok ? checkPath(filled.text) : filled
}

/**
 * Percent-encodes what a path cannot have, and keeps slashes. Escapes that a value has already stay, because slugs
 * are often stored encoded; in the path of a file (`isLiteral`) a percent sign is only that.
 */
function encodePath(value: string, isLiteral: boolean): string {
  const encoded = encodeURI(value.toWellFormed()).replace(/[?#\\]/g, encodeURIComponent)
  return isLiteral ? encoded : encoded.replace(/%25([0-9A-Fa-f]{2})/g, '%$1')
}

/**
 * One slash where a value and the template both have one; and no `..`, in any spelling, as it would name another
 * page.
 */
function checkPath(url: string): FilledTemplate {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.slice(start).search(/[?#]/)
  const path = end < 0 ? url.slice(start) : url.slice(start, start + end)
  const segments = path.replace(/\/{2,}/g, '/').split('/')
  const leaves = segments.some((segment) => /^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')))
  if (leaves) return { ok: false, missing: [], reason: 'a path with . or ..' }
  return { ok: true, text: url.slice(0, start) + segments.join('/') + url.slice(start + path.length) }
}
