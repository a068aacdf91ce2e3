import { parseSource, type Range } from '../source/lexemes.ts'
import vocabulary from './words.json' with { type: 'json' }

/** A word that the glossary replaces, and where it stands. */
export type Finding = { file: string; line: number; found: string; use: string }

const words = Object.entries(vocabulary.words)
const names = new Map(Object.entries(vocabulary.names))
const phrases = Object.entries(vocabulary.phrases).map(([pattern, use]) => ({
  pattern: new RegExp(pattern.replaceAll(' ', '\\s+'), 'gi'),
  use,
}))

/**
 * What the glossary replaces in one file: in the prose of Markdown, in the comments of YAML and protos; in a program also in
 * its texts and in the names that it declares. `fixed` are names that the world outside knows.
 */
export function findProse(file: string, text: string, fixed: ReadonlySet<string> = new Set()): Finding[] {
  const at = (offset: number): number => text.slice(0, offset).split('\n').length
  const inProse = (range: Range): Finding[] =>
    phrasesIn(text.slice(range.start, range.end)).map(({ found, use, offset }) => ({
      file,
      line: at(range.start + offset),
      found,
      use,
    }))
  if (file.endsWith('.md')) return proseOfMarkdown(text).flatMap(inProse)
  if (/\.(?:ya?ml|env|proto)$/.test(file)) return commentsOfLines(text).flatMap(inProse)

  const { prose, declared } = readProgram(text)
  const declarations = [...declared].flatMap(([name, offset]) =>
    wordsIn(name, fixed).map((finding) => ({ file, line: at(offset), ...finding })),
  )
  return [...prose.flatMap(inProse), ...declarations]
}

function phrasesIn(text: string): { found: string; use: string; offset: number }[] {
  // A phrase may be broken over the lines of a comment.
  const flat = text.replace(/\n[ \t]*(?:\*|\/\/|#)(?=\s)/g, (margin) => ' '.repeat(margin.length))
  return phrases.flatMap(({ pattern, use }) =>
    [...flat.matchAll(pattern)].map(({ 0: found, index }) => ({
      found: found.replace(/\s+/g, ' ').trim(),
      use,
      offset: index,
    })),
  )
}

/** What the glossary replaces in a name: words of it, or all of it. */
export function wordsIn(name: string, fixed: ReadonlySet<string> = new Set()): { found: string; use: string }[] {
  if (fixed.has(squashed(name))) return []
  const whole = names.get(name)
  const split = ` ${splitName(name).join(' ')} `
  const found = words.filter(([word]) => split.includes(` ${word} `)).map(([, use]) => ({ found: name, use }))
  return whole === undefined ? found : [...found, { found: name, use: whole }]
}

const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** One spelling of a name in camelCase, snake_case and kebab-case. */
export const squashed = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

/** Markdown without its code. */
function proseOfMarkdown(text: string): Range[] {
  const code = [...text.matchAll(/^```[\s\S]*?^```|`[^`\n]*`/gm)]
  const starts = [0, ...code.map(({ 0: found, index }) => index + found.length)]
  return starts.map((start, index) => ({ start, end: code[index]?.index ?? text.length }))
}

function commentsOfLines(text: string): Range[] {
  return [...text.matchAll(/(?<=^|\s)(?:#|\/\/)[^\n]*(?:\n[ \t]*(?:#|\/\/)[^\n]*)*/g)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }))
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** The comments and texts of a program, and each name that it declares. */
function readProgram(text: string): { prose: Range[]; declared: Map<string, number> } {
  const tree = parseSource(text)
  const prose: Range[] = (tree.comments ?? []).map(({ start, end }) => ({ start: start ?? 0, end: end ?? 0 }))
  const declared = new Map<string, number>()
  const declare = (pattern: unknown): void => {
    const node = pattern as Node | null | undefined
    if (node?.type === 'Identifier' && !declared.has(String(node['name'])))
      declared.set(String(node['name']), node.start)
    if (node?.type === 'AssignmentPattern') declare(node['left'])
    if (node?.type === 'RestElement') declare(node['argument'])
    if (node?.type === 'ArrayPattern') (node['elements'] as unknown[]).forEach(declare)
    if (node?.type === 'ObjectPattern') for (const one of node['properties'] as Node[]) declare(one['value'] ?? one)
  }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'StringLiteral' || node.type === 'TemplateElement') {
      // One word is a name of the contract, not prose.
      if (/\w\s+\w+\s+\w/.test(text.slice(node.start, node.end))) prose.push({ start: node.start, end: node.end })
    }
    if (/^(?:VariableDeclarator|TSTypeAliasDeclaration|TSInterfaceDeclaration|ClassDeclaration)$/.test(node.type))
      declare(node['id'])
    if (/^(?:Function|ArrowFunction)/.test(node.type)) {
      declare(node['id'])
      ;(node['params'] as unknown[]).forEach(declare)
    }
    if (/^TS(?:Property|Method)Signature$/.test(node.type)) declare(node['key'])
    for (const [key, child] of Object.entries(node))
      if (key !== 'loc' && key !== 'tokens' && key !== 'comments') visit(child)
  }
  visit(tree.program)
  return { prose, declared }
}
