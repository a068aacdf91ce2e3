import { describe, expect, it } from '@jest/globals'
import { readSourceOptions, usageFor } from './source-options.ts'

const kinds = ['github', 'shopify']
const plain = ['--kind', 'shopify', '--project', 'Example.com', 'a.jsonl']
const options = {
  kind: 'shopify',
  project: 'example.com',
  secrets: [],
  rulesFile: undefined,
  now: undefined,
  file: 'a.jsonl',
}

describe('a command line', () => {
  it.each([
    [['--help'], 'help'],
    [plain, options],
    [
      [...plain, '--secret', 'a', '--secret=b', '--rules', 'r.json'],
      { ...options, secrets: ['a', 'b'], rulesFile: 'r.json' },
    ],
    [[...plain, '--now', '2026-11-25T12:00:00+01:00'], { ...options, now: new Date('2026-11-25T11:00:00Z') }],
    [
      ['--kind=github', '--project=www.example.com.', 'a.jsonl'],
      { ...options, kind: 'github', project: 'www.example.com' },
    ],
  ])('%j is understood', (args, expected) => {
    expect(readSourceOptions(args, kinds)).toEqual(expected)
  })

  it.each([
    [[], /--kind/],
    [['--kind', 'shopify', 'a.jsonl'], /--project/],
    [['--kind', 'magento', '--project', 'example.com', 'a.jsonl'], /--kind has to be one of github, shopify/],
    [['--kind', 'shopify', '--project', 'https://example.com/', 'a.jsonl'], /--project has to be a host name/],
    [['--kind', 'shopify', '--project', 'example.com'], /name one file/],
    [[...plain, 'b.jsonl'], /name one file/],
    [[...plain, '--now', 'today'], /--now/],
    [[...plain, '--now', '2026-11-25'], /--now/],
    [[...plain, '--now', '2026-13-25T12:00:00Z'], /--now/],
    [[...plain, '--secret', ''], /--secret/],
    [[...plain, '--colour'], /--colour/],
    [[...plain, '--rules'], /--rules/],
  ])('%j is refused', (args, error) => {
    expect(readSourceOptions(args, kinds)).toEqual({ error: expect.stringMatching(error) })
  })

  it('has a usage that names all kinds, in lines of 120 characters', () => {
    const usage = usageFor(Array.from({ length: 30 }, (_, index) => `kind-number-${index}`))
    expect(usage).toContain('kind-number-29')
    expect(usage.split('\n').filter(({ length }) => length > 120)).toEqual([])
  })
})
