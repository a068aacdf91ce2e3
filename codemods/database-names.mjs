// Removes the deprecated names of libs/postgres and renames their uses, guided by the type checker:
//   db.query(…), db.transaction(…)  →  db.acrossAccounts().query(…)      db.of(a), db.walking(a)  →  db.forAccount(a)
//   a Database handed to what takes a Queryable or Transactions  →  db.acrossAccounts()
//   readsThatMayLag, Reads of reads-that-may-lag  →  readFromReplica, ReplicaReads of replica-reads
// node database-names.mjs <root>     Prints what is left for a person.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? '.'
const edit = (file, change) => {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(path, after)
}

for (const file of ['deprecated-names.ts', 'reads-that-may-lag.ts']) rmSync(join(root, 'libs/postgres/src', file), { force: true })
edit('libs/postgres/src/database.ts', (text) =>
  text
    .replace(/import \{ type DeprecatedNames, withDeprecatedNames \} from '\.\/deprecated-names\.ts'\n/, '')
    .replace('export type Database = DeprecatedNames &\n  AsyncDisposable & {', 'export type Database = AsyncDisposable & {')
    .replace(/return withDeprecatedNames\((\{[\s\S]*?\n  \})\)/, 'return $1')
    .replace(/\n\/\*\* @deprecated Delete with deprecated-names\.ts\. \*\/[\s\S]*$/, ''),
)

const users = execFileSync('git', ['grep', '-l', 'reads-that-may-lag\\|readsThatMayLag', '--', '*.ts'], { cwd: root, encoding: 'utf8' })
for (const file of users.split('\n').filter((name) => name !== '' && existsSync(join(root, name)))) {
  edit(file, (text) =>
    text
      .replaceAll('@pagebell/postgres/reads-that-may-lag', '@pagebell/postgres/replica-reads')
      .replace(/\breadsThatMayLag\b/g, 'readFromReplica')
      .replace(/\bReads\b/g, 'ReplicaReads'),
  )
}

let left = []
for (let round = 0; round < 8; round++) {
  const { stdout } = spawnSync('npx', ['tsc', '-p', '.', '--pretty', 'false'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  const errors = stdout.split('\n').flatMap((line) => {
    const [, file, row, column, message] = /^(\S+?)\((\d+),(\d+)\): error (.*)$/.exec(line) ?? []
    return file === undefined ? [] : [{ file, row: Number(row) - 1, column: Number(column) - 1, message }]
  })
  left = []
  let changed = 0
  // From the end of each file, so that places before stay where they are.
  errors.sort((a, b) => (a.file === b.file ? b.row - a.row || b.column - a.column : a.file < b.file ? -1 : 1))
  for (const error of errors) {
    const lines = readFileSync(join(root, error.file), 'utf8').split('\n')
    const line = lines[error.row]
    const [head, tail] = [line.slice(0, error.column), line.slice(error.column)]
    const property = /^TS(?:2339|2551): Property '(query|transaction|of|walking)' does not exist on type/.exec(error.message)?.[1]
    let fixed
    const key = /^TS2344: Type '"(?:of|walking)"' does not satisfy the constraint/.test(error.message)
    if (key) fixed = line.replace(/'(?:of|walking)'(?: \| '(?:of|walking|forAccount)')*/, "'forAccount'")
    else if (property === 'of' || property === 'walking') fixed = head + tail.replace(property, 'forAccount')
    else if (property !== undefined && head.endsWith('.')) fixed = `${head.slice(0, -1)}.acrossAccounts().${tail}`
    else if (property !== undefined && /^\s*$/.test(head) === false && head.endsWith('?.')) fixed = undefined
    else if (/^TS(?:2345|2740|2741|2739|2322): (?:Argument of type|Type|Property '(?:query|transaction)' is missing in type) '(?:Database|Pick<Database.*?)'/.test(error.message)) {
      const expression = /^[\w.]+(?=[,);\s]|$)/.exec(tail)?.[0]
      const shorthand = /[{,]\s*$/.test(head) && /^\w+\s*[,}]/.test(tail)
      if (expression !== undefined && !tail.slice(expression.length).startsWith(':')) {
        fixed = shorthand && /TS2322|TS274|TS2739/.test(error.message)
          ? `${head}${expression}: ${expression}.acrossAccounts()${tail.slice(expression.length)}`
          : `${head}${expression}.acrossAccounts()${tail.slice(expression.length)}`
      }
    }
    if (fixed === undefined) {
      left.push(error)
      continue
    }
    lines[error.row] = fixed
    writeFileSync(join(root, error.file), lines.join('\n'))
    changed++
  }
  console.log(`round ${round + 1}: ${changed} changed, ${left.length} left`)
  if (changed === 0) break
}
for (const { file, row, column, message } of left) console.log(`${file}(${row + 1},${column + 1}): ${message}`)
