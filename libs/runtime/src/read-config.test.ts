import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Type } from '@pagebell/schema/type'
import { port, readConfig } from './read-config.ts'

const schema = Type.Object({
  PORT: port(8080, 'where it listens'),
  SECRET: Type.String({ minLength: 8, description: 'at least 8 characters' }),
  LOUD: Type.Boolean({ default: false }),
  NAME: Type.Optional(Type.String()),
})

/** A separate function: within `expect` the compiler takes seconds to infer a schema's type. */
function read(env: NodeJS.ProcessEnv) {
  return readConfig(schema, env)
}

describe('reading the configuration', () => {
  it('fills in defaults and parses text', () => {
    expect(read({ SECRET: '12345678', LOUD: '1' })).toEqual({ PORT: 8080, SECRET: '12345678', LOUD: true })
  })

  it('reports all errors at once, without their values', () => {
    const wrong = () => read({ PORT: 'eighty', SECRET: 'short', LOUD: 'maybe' })
    expect(wrong).toThrow('PORT is not usable (where it listens); SECRET is not usable (at least 8 characters); LOUD')
    expect(wrong).not.toThrow('short')
  })

  it('counts an empty value as absent', () => {
    expect(() => read({ SECRET: '' })).toThrow('SECRET is missing')
  })

  it('reads a value from the file that NAME_FILE names, and prefers the variable itself', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'pagebell-config-'))
    const SECRET_FILE = join(folder.path, 'secret')
    writeFileSync(SECRET_FILE, 'from a file\n')
    expect(read({ SECRET_FILE })).toMatchObject({ SECRET: 'from a file' })
    expect(read({ SECRET_FILE, SECRET: 'from the variable' })).toMatchObject({ SECRET: 'from the variable' })
  })

  it('names the variable whose file is missing', () => {
    expect(() => read({ SECRET_FILE: '/nowhere/secret' })).toThrow('SECRET_FILE cannot be read (ENOENT)')
  })

  it.each(['-1', '65536', '1.5'])('refuses port %s', (PORT) => {
    expect(() => read({ SECRET: '12345678', PORT })).toThrow('PORT')
  })
})
