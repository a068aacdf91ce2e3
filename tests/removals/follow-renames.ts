import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource } from '@pagebell/house/source/lexemes'
import { findRenamed, rename } from '@pagebell/house/source/renamed'
import type { Edit } from '@pagebell/house/source/replace'
import { openSources } from '@pagebell/house/source/source-files'
import { workspace } from '@pagebell/start/service-list'

type Field = { value: string; start: number; end: number }
type Row = Record<'in' | 'find' | 'put', Field>

/**
 * Rewrites the rows of removals and threats whose code was moved to another folder or renamed. Returns the
 * texts that it changed; what is found nowhere stays, and fails the unit test.
 */
export function followRenames(): string[] {
  const sources = openSources(workspace)
  const folders = globSync('{services,libs,tools}/*', { cwd: workspace })
  return globSync('tests/{removals,security}/**/*.ts', { cwd: workspace }).flatMap((file) => {
    const path = join(workspace, file)
    let text = readFileSync(path, 'utf8')
    const changed = readRows(text).flatMap((row) => {
      const edit: Edit = { in: row.in.value, find: row.find.value, put: row.put.value }
      const renamed = findRenamed(sources, edit, folders)
      if (renamed === undefined) return []
      const now = { in: renamed.in, find: rename(edit.find, renamed.renames), put: rename(edit.put, renamed.renames) }
      return (['in', 'find', 'put'] as const).map((name) => ({ ...row[name], value: now[name] }))
    })
    for (const { start, end, value } of changed.toSorted((one, other) => other.start - one.start)) {
      text = text.slice(0, start) + JSON.stringify(value) + text.slice(end)
    }
    if (changed.length > 0) writeFileSync(path, text)
    return changed.map(({ value }) => value)
  })
}

/** Every object of a file with the fields of an edit, as texts. */
function readRows(text: string): Row[] {
  const rows: Row[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { in: folder, find, put, after } = fieldsOf(node as Node)
    if (folder && find && put && !after) rows.push({ in: folder, find, put })
    for (const [key, value] of Object.entries(node)) if (key !== 'loc' && key !== 'tokens') visit(value)
  }
  visit(parseSource(text).program)
  return rows
}

type Node = {
  type?: string
  properties?: { key?: { name?: string }; value?: Node }[]
  value?: unknown
  start: number
  end: number
}

function fieldsOf({ type, properties = [] }: Node): Partial<Record<string, Field>> {
  if (type !== 'ObjectExpression') return {}
  const texts = properties.flatMap(({ key, value }) =>
    key?.name !== undefined && value?.type === 'StringLiteral'
      ? [[key.name, { value: String(value.value), start: value.start, end: value.end }] as const]
      : [],
  )
  return Object.fromEntries(texts)
}
