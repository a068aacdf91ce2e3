import { describe, expect, it } from '@jest/globals'
import { findProse, squashed, wordsIn } from './prose.ts'

const foundIn = (file: string, text: string): string[] =>
  findProse(file, text).map(({ line, found }) => `${line} ${found}`)

describe('a word that the glossary replaces', () => {
  it.each([
    ['a name', 'const gatherMs = 5', '1 gatherMs'],
    ['a parameter', 'function f(told: string) {}', '1 told'],
    ['a destructured name', 'const { a: [carriage] } = x', '1 carriage'],
    ['a field of a type', 'type Limits = {\n  mostUrls: number\n}', '2 mostUrls'],
    ['a type', 'type Options = {}', '1 Options'],
    ['a comment', '/** Whoever asks. */', '1 Whoever'],
    ['a phrase over two lines of a comment', 'x()\n/**\n * An address that is\n * told everything.\n */', '3 is told'],
    ['a comment that begins with it', '/** Answers the row. */', '1 * Answers the'],
    ['a text', "say('This cannot be taken back now.')", '1 cannot be taken back'],
    ['a template', 'say(`It goes there by turns, always`)', '1 by turns'],
  ])('is found in %s', (_, text, finding) => {
    expect(foundIn('services/x/src/a.ts', text)).toContain(finding)
  })

  it.each([
    ['names that hold it as a part of a word', 'const alone = 1\nconst almost = 2'],
    ['names that it only uses', "import { told } from './told.ts'\ntold()"],
    ['texts of one word', "const state = 'told'"],
    ['good prose', '/** Returns the row. The request is retried at most twice. */'],
  ])('is not found in %s', (_, text) => {
    expect(foundIn('services/x/src/a.ts', text)).toEqual([])
  })

  it('is found in the prose of Markdown, and not in its code', () => {
    const text = 'An address that is told.\n\n```sh\nit is told\n```\n\nThe name `is told` stays.\nBy turns.\n'
    expect(foundIn('docs/a.md', text)).toEqual(['1 is told', '8 By turns'])
  })

  it('is found in the comments of YAML', () => {
    expect(foundIn('docker-compose.yml', '# Whoever it is\nx: whoever\n')).toEqual(['1 Whoever'])
  })
})

describe('a name', () => {
  it('that the wire or the database has stays', () => {
    const fixed = new Set(['set_aside', 'Carriage'].map(squashed))
    expect(wordsIn('setAside', fixed)).toEqual([])
    expect(wordsIn('carriage', fixed)).toEqual([])
    expect(wordsIn('carriages', fixed)).toHaveLength(1)
  })

  it.each(['tell-answers-apart', 'tellAnswersApart', 'TELL_ANSWERS_APART'])('is read in any case: %s', (name) => {
    expect(wordsIn(name).map(({ use }) => use)).toEqual(['group by response', 'publish, announce, sync'])
  })
})
