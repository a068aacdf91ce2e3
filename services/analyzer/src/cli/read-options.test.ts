import { describe, expect, it } from '@jest/globals'
import { readOptions } from './read-options.ts'

describe('a command line', () => {
  it.each([
    [['--help'], 'help'],
    [['-h', 'https://a/'], 'help'],
    [['https://a/'], { url: 'https://a/', json: false, failUnder: 0 }],
    [['--json', 'https://a/'], { url: 'https://a/', json: true, failUnder: 0 }],
    [['https://a/', '--fail-under', '80'], { url: 'https://a/', json: false, failUnder: 80 }],
    [['--fail-under=100', 'https://a/'], { url: 'https://a/', json: false, failUnder: 100 }],
    [['--exchange', 'x.jsonl'], { exchange: 'x.jsonl', failUnder: 0 }],
    [['--exchange', 'x.jsonl', '--fail-under', '80'], { exchange: 'x.jsonl', failUnder: 80 }],
    [['--explain-hash', 'https://a/'], { url: 'https://a/', json: false, failUnder: 0, explain: { rules: null } }],
    [['--exchange', 'x', '--explain-hash', '--rules', 'r'], { exchange: 'x', failUnder: 0, explain: { rules: 'r' } }],
  ])('%j is understood', (args, options) => {
    expect(readOptions(args)).toEqual(options)
  })

  it.each([
    [[]],
    [['https://a/', 'https://b/']],
    [['https://a/', '--fail-under', '101']],
    [['https://a/', '--fail-under', 'eighty']],
    [['https://a/', '--fail-under', '']],
    [['https://a/', '--fail-under']],
    [['https://a/', '--colour']],
    [['https://a/', '--exchange', 'x.jsonl']],
    [['https://a/', '--rules', 'r.json']],
    [['https://a/', '--explain-hash', '--fail-under', '80']],
  ])('%j says nothing sensible', (args) => {
    expect(readOptions(args)).toBeNull()
  })
})
