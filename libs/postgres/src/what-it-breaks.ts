import { splitList, sqlStatements } from './sql-statements.ts'

/** What a migration has made so far, of which the version before knows nothing. */
type Made = { tables: Set<string>; columns: Set<string> }

const name = '(?:only )?((?:"[^"]+"|\\w+)(?:\\.(?:"[^"]+"|\\w+))?)'
const createTable = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${name}`, 'i')
const alterTable = new RegExp(`^alter table (?:if exists )?${name} (.*)$`, 'i')
const addColumn =
  /^add (?:column )?(?:if not exists )?(?!constraint|check|unique|primary|foreign|exclude)("[^"]+"|\w+) (.*)$/i
const addIndex = new RegExp(`^create (unique )?index (?:concurrently )?(?:(?:if not exists )?\\w+ )?on ${name}`, 'i')
const aboutTable = new RegExp(
  `^(?:create (?:constraint )?(?:trigger|policy) .*? on|delete from|truncate(?: table)?) ${name}`,
  'i',
)
const updateRows = new RegExp(`^update ${name}(?: as \\w+| (?!set\\b)\\w+)? set (.*?)(?: from | where |$)`, 'i')

/** Statements that add something, or change nothing that a statement of before could miss. */
const adding = [
  /^create (?:sequence|schema|extension|type|domain|view|materialized view|function|procedure|aggregate)\b/i,
  /^insert into\b/i,
  /^comment on\b/i,
  /^grant\b/i,
  /^analyze\b/i,
  /^set local\b/i,
  /^alter type \S+ add value\b/i,
]

/** Actions of `alter table` on a table of before that its statements do not notice. */
const harmless = [
  /^alter (?:column )?\S+ (?:drop not null|set default\b|set (?:statistics|storage|compression)\b)/i,
  /^(?:set|reset) \(/i,
  /^validate constraint\b/i,
  /^cluster on\b/i,
]

/** An author's word for it, with the reason: the version before does not miss what goes, or was never released. */
const saidToBeSafe = /^--\s*safe beside the version before:[ \t]*\S/im

/**
 * What a migration takes from the version before, which may still run: the statement's words, or undefined when it only
 * adds. What is not known to add counts as taking away: functions that change, rows that change or go, policies, code. A line
 * `-- safe beside the version before: why` in the migration answers for one that looks otherwise.
 */
export function whatItBreaks(migration: string): string | undefined {
  if (saidToBeSafe.test(migration)) return undefined
  const made: Made = { tables: new Set(), columns: new Set() }
  for (const statement of sqlStatements(migration)) {
    const words = takenBy(statement, made)
    if (words !== undefined) return words.length > 80 ? `${words.slice(0, 80)}…` : words
  }
  return undefined
}

function takenBy(statement: string, made: Made): string | undefined {
  const created = createTable.exec(statement)?.[1]
  if (created !== undefined) return void made.tables.add(key(created))
  const [, altered, actions] = alterTable.exec(statement) ?? []
  if (altered !== undefined && actions !== undefined) return takenFrom(key(altered), actions, made)
  const [, unique, indexed] = addIndex.exec(statement) ?? []
  // A unique one refuses rows that the version before may write.
  if (indexed !== undefined) return unique !== undefined && !made.tables.has(key(indexed)) ? statement : undefined
  const about = aboutTable.exec(statement)?.[1]
  if (about !== undefined && made.tables.has(key(about))) return undefined
  const [, updated, assignments] = updateRows.exec(statement) ?? []
  if (updated !== undefined && assignments !== undefined) {
    const isNew = (column: string): boolean => made.columns.has(`${key(updated)} ${column}`)
    const columns = splitList(assignments).map((one) => key(/^("[^"]+"|\w+) =/.exec(one)?.[1] ?? ''))
    return made.tables.has(key(updated)) || columns.every(isNew) ? undefined : statement
  }
  return adding.some((form) => form.test(statement)) ? undefined : statement
}

function takenFrom(table: string, actions: string, made: Made): string | undefined {
  if (made.tables.has(table)) return undefined
  return splitList(actions).find((action) => {
    const [, column, definition] = addColumn.exec(action) ?? []
    if (column !== undefined && definition !== undefined) {
      made.columns.add(`${table} ${key(column)}`)
      return refusesRows(definition)
    }
    const [, changed] = /^alter (?:column )?("[^"]+"|\w+) /i.exec(action) ?? []
    if (changed !== undefined && made.columns.has(`${table} ${key(changed)}`)) return refusesRows(action)
    return !harmless.some((form) => form.test(action))
  })
}

/** Whether a new column keeps the version before, which does not know it, from writing rows. */
function refusesRows(definition: string): boolean {
  const hasValue = /\bdefault\b|\bgenerated\b|\b(?:small|big)?serial\b/i.test(definition)
  if (/\bprimary key\b/i.test(definition)) return true
  return hasValue ? /\bunique\b/i.test(definition) : /\bnot null\b/i.test(definition)
}

const key = (identifier: string): string =>
  identifier
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/^public\./, '')
