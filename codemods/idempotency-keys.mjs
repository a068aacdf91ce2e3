// Services use the one rule of @pagebell/faults/idempotency-key. Looks for texts and not for file names.
// node idempotency-keys.mjs <root>     Prints what it changed and what is left for a person.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? '.'
const grep = (pattern) =>
  execFileSync('git', ['grep', '-lE', pattern, '--', 'services/*/src/*.ts'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

function importing(text, names) {
  const found = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const line = `import { ${found.join(', ')} } from '@pagebell/faults/idempotency-key'\n`
  const last = /import [^\n]* from '@pagebell\/faults\/(?:fault|ids)'\n/
  let after = last.test(text) ? text.replace(last, (own) => own + line) : line + text
  // fault, Fault and what else is not used any more.
  after = after.replace(/import \{ ([^}\n]*) \} from '@pagebell\/faults\/fault'\n/, (own, list) => {
    const rest = after.replace(own, '').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    const used = list.split(', ').filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(rest))
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from '@pagebell/faults/fault'\n`
  })
  return after
}

for (const file of grep('Idempotency-Key|idempotency_key_reused|idempotency-key')) {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  let text = before
    // The refusals of a key that came with another request, in each of their wordings.
    .replace(/fault\('invalid', '(?:This|The) Idempotency-Key (?:was used (?:with|for) another request[^']*|came with another request before)\.', \{\s*code: 'idempotency_key_reused',?(?:\s*errors: \{ 'Idempotency-Key': \[[^\]]*\] \},)?\s*\}\)/g, 'idempotencyKeyReused()')
    // The gateway, intake and report each with its own expression.
    .replace(/if \(typeof key !== 'string' \|\| !\/\^\[\\x21-\\x7e\][^/]*\/\.test\(key\)\) \{\n\s*const text = [^\n]*\n\s*throw fault\([^\n]*\n\s*\}\n/, 'requireIdempotencyKey(key)\n')
    .replace(/if \(typeof key === 'string' && \/\^\[\\x21-\\x7e\]\{1,255\}\$\/\.test\(key\)\) return key\n\s*const text = [^\n]*\n\s*throw fault\('malformed'[^\n]*\n/, "return requireIdempotencyKey(key, 'malformed')\n")
    .replace(/if \(!\/\^\[\\x20-\\x7e\]\{1,255\}\$\/\.test\((\w+)\)\) throw [^\n]*Idempotency-Key[^\n]*\n/, 'requireIdempotencyKey($1)\n')
    .replace(/if \(!\/\^\[\\x20-\\x7e\]\{1,255\}\$\/\.test\((\w+)\)\) \{\s*throw [^\n]*Idempotency-Key[^\n]*\n\s*\}\n/, 'requireIdempotencyKey($1)\n')
    .replace(/pattern: '\^\[\\\\x21-\\\\x7e\]\{1,255\}\$'/, 'pattern: idempotencyKeyPattern')
  // `return { idempotency: { key, … } }` needs the narrowed key.
  text = text.replace(/const key = (request\.headers\['idempotency-key'\])\n(\s*)if \(key === undefined\) return \{\}\n\s*requireIdempotencyKey\(key\)\n/, "const header = $1\n$2if (header === undefined) return {}\n$2const key = requireIdempotencyKey(header)\n")
  if (text === before) continue
  text = importing(text, ['idempotencyKeyPattern', 'idempotencyKeyReused', 'requireIdempotencyKey'])
  writeFileSync(path, text)
  console.log('changed', file)
}
for (const file of grep('x2[01]-.x7e.\\{1?0?,25[35]')) {
  if (/idempotency/i.test(readFileSync(join(root, file), 'utf8'))) console.log('LOOK AT', file)
}
