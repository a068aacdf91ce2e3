import { describe, expect, it } from '@jest/globals'
import { root } from '../run.ts'
import { parseSource } from '../source/lexemes.ts'
import { beyondAllowed, readAllowed, readParts } from './check-rules.ts'
import { rules } from './rules.ts'

const allowed = readAllowed()
const parts = readParts(root)

describe('the code', () => {
  it.each(rules)('keeps to $name: $says', (rule) => {
    const found = beyondAllowed(rule, parts, allowed)
    expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('is read completely', () => {
    expect([...parts.keys()]).toEqual(
      expect.arrayContaining(['services/intake', 'libs/postgres', 'tools/house', 'bench']),
    )
    expect(parts.get('services/intake')?.length).toBeGreaterThan(20)
  })

  it('has no allowance without a rule', () => {
    expect(Object.keys(allowed).filter((name) => !rules.some((rule) => rule.name === name))).toEqual([])
  })
})

/** The findings of a rule in files of one service. */
function findIn(name: string, texts: Record<string, string>): string[] {
  const files = Object.entries(texts).map(([file, text]) => ({ file, text, tree: parseSource(text) }))
  return (
    rules
      .find((rule) => rule.name === name)
      ?.find(files)
      .map(({ file, line }) => `${file}:${line}`) ?? []
  )
}

describe('a planted violation', () => {
  const file = 'services/x/src/a.ts'

  it.each([
    ['long-file', `${'x()\n'.repeat(301)}`, [`${file}:301`]],
    [
      'bare-database-call',
      'await tools.db.query(one())\nawait db.transaction(id).query(two())',
      [`${file}:1`, `${file}:2`],
    ],
    ['interface', '\ninterface Shape { size: number }', [`${file}:2`]],
    ['constant-case', 'const MOST_URLS = 1\nconst MOST = 2', [`${file}:1`, `${file}:2`]],
    ['import-alias', "import { find as findRow } from './find.ts'", [`${file}:1`]],
  ])('of %s is found', (name, text, places) => {
    expect(findIn(name, { [file]: text })).toEqual(places)
  })

  it('of same-base-name is found', () => {
    const texts = { 'services/x/src/a/claims.sql.ts': '', 'services/x/src/b/claims.sql.ts': '' }
    expect(findIn('same-base-name', texts)).toEqual(['services/x/src/b/claims.sql.ts:1'])
  })

  it.each([
    ['long-file', 'x()\n'.repeat(300)],
    [
      'bare-database-call',
      'await db.forAccount(id).query(one())\nawait db.acrossAccounts().transaction(two)\nlist.of(1)',
    ],
    ['interface', "type Shape = { size: number }\ndeclare module 'fastify' {\n  interface FastifyRequest {}\n}"],
    [
      'constant-case',
      'const maxUrls = 1\nconst account_id = 2\nconst { PORT } = env\nconst Accounts = service()\nconst _ = 1',
    ],
    [
      'import-alias',
      "import { setTimeout as pause } from 'node:timers/promises'\nimport type { A__Output as A } from './a.ts'",
    ],
    ['same-base-name', ''],
  ])('of %s is not found where there is none', (name, text) => {
    expect(findIn(name, { [file]: text, 'services/x/src/b.ts': '' })).toEqual([])
  })
})
