/** What the migration has created so far; the previous version does not use it. */
type Created = { tables: Set<string>; columns: Set<string> }

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

/** Statements that only add, or that do not affect the previous version's statements. */
const adding = [
  /^create (?:sequence|schema|extension|type|domain|view|materialized view|function|procedure|aggregate)\b/i,
  /^insert into\b/i,
  /^comment on\b/i,
  /^grant\b/i,
  /^analyze\b/i,
  /^set local\b/i,
  /^alter type \S+ add value\b/i,
]

/** Actions of `alter table` on an existing table that do not affect the previous version's statements. */
const harmless = [
  /^alter (?:column )?\S+ (?:drop not null|set default\b|set (?:statistics|storage|compression)\b)/i,
  /^(?:set|reset) \(/i,
  /^validate constraint\b/i,
  /^cluster on\b/i,
]

/** The author's declaration, with the reason, that the previous version is not affected or was never released. */
const declaredSafe = /^--\s*safe beside the version before:[ \t]*\S/im

/**
 * The statement by which a migration breaks the previous version, which may still run, or undefined if it only adds.
 * What is not known to add counts as breaking: changed functions, updated or deleted rows, policies, code. A line `--
 * safe beside the version before: why` in the migration exempts it.
 */
export function findBreakingChange(migration: string): string | undefined {
  if (declaredSafe.test(migration)) return undefined
  const created: Created = { tables: new Set(), columns: new Set() }
  for (const statement of sqlStatements(migration)) {
    const part = breakingPart(statement, created)
    if (part !== undefined) return part.length > 80 ? `${part.slice(0, 80)}…` : part
  }
  return undefined
}

function breakingPart(statement: string, created: Created): string | undefined {
  const table = createTable.exec(statement)?.[1]
  if (table !== undefined) return void created.tables.add(key(table))
  const [, altered, actions] = alterTable.exec(statement) ?? []
  if (altered !== undefined && actions !== undefined) return breakingAction(key(altered), actions, created)
  const [, unique, indexed] = addIndex.exec(statement) ?? []
  // A unique index rejects rows that the previous version may write.
  if (indexed !== undefined) return unique !== undefined && !created.tables.has(key(indexed)) ? statement : undefined
  const about = aboutTable.exec(statement)?.[1]
  if (about !== undefined && created.tables.has(key(about))) return undefined
  const [, updated, assignments] = updateRows.exec(statement) ?? []
  if (updated !== undefined && assignments !== undefined) {
    const isNew = (column: string): boolean => created.columns.has(`${key(updated)} ${column}`)
    const columns = splitList(assignments).map((one) => key(/^("[^"]+"|\w+) =/.exec(one)?.[1] ?? ''))
    return created.tables.has(key(updated)) || columns.every(isNew) ? undefined : statement
  }
  return adding.some((form) => form.test(statement)) ? undefined : statement
}

function breakingAction(table: string, actions: string, created: Created): string | undefined {
  if (created.tables.has(table)) return undefined
  return splitList(actions).find((action) => {
    const [, column, definition] = addColumn.exec(action) ?? []
    if (column !== undefined && definition !== undefined) {
      created.columns.add(`${table} ${key(column)}`)
      return rejectsRows(definition)
    }
    const [, changed] = /^alter (?:column )?("[^"]+"|\w+) /i.exec(action) ?? []
    if (changed !== undefined && created.columns.has(`${table} ${key(changed)}`)) return rejectsRows(action)
    return !harmless.some((form) => form.test(action))
  })
}

/** Whether a new column rejects the rows of the previous version, which does not set it. */
function rejectsRows(definition: string): boolean {
  const hasValue = /\bdefault\b|\bgenerated\b|\b(?:small|big)?serial\b/i.test(definition)
  if (/\bprimary key\b/i.test(definition)) return true
  return hasValue ? /\bunique\b/i.test(definition) : /\bnot null\b/i.test(definition)
}

const key = (identifier: string): string =>
  identifier
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/^public\./, '')

/** Comments, and text and function bodies in quotes of each kind. */
const hidden =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]\w*)?\$[\s\S]*?\$\1\$|\be'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"/gi

/** The statements of an SQL file, one line each, without comments and with '' for quoted text. Quoted names are kept. */
function sqlStatements(text: string): string[] {
  return text
    .replaceAll(hidden, (found) => (/^(?:--|\/\*)/.test(found) ? ' ' : found.startsWith('"') ? found : "''"))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** The parts of a list, split at commas outside brackets. */
function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}
