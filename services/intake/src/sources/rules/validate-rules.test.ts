import { describe, expect, it } from '@jest/globals'
import type { Json } from '../parse-json.ts'
import { validateRules } from './validate-rules.ts'

const url = 'https://{project}/{slug}'
const errorOf = (rules: Json): string => {
  const validated = validateRules(rules)
  return validated.ok ? 'valid' : validated.error
}

describe('rules', () => {
  it.each<[Json]>([
    [[]],
    [[{ url }]],
    [[{ when: { topic: 'products/*' }, url, id: '{id}', publish_if: { status: 'active' }, action: 'update' }]],
    [[{ glob: 'content/**/*.md', url: '/{path|strip:content/|strip_ext|index}/' }]],
    [[{ glob: '**', url: '/{path}', branch: 'live' }]],
    [[{ branch: 'live' }, { environment: 'www' }]],
    [[{ when: { event: 'release' }, action: 'scan' }]],
    [[{ when: { event: 'gone' }, action: 'delete', id: '{id}' }]],
    [[{ url: ['/{a}', '/de/{b}'], publish_if: { a: [1, true, null, 'x'] } }]],
  ])('%j are valid', (rules) => {
    expect(validateRules(rules)).toEqual({ ok: true, rules })
  })

  it.each<[Json, string | RegExp]>([
    [{}, 'rules: has to be a list of rules'],
    [null, 'rules: has to be a list of rules'],
    [Array.from({ length: 51 }, () => ({ url })), 'rules: at most 50 rules are allowed'],
    [['x'], 'rules[0]: has to be an object'],
    [[{ url }, null], 'rules[1]: has to be an object'],
    [[{ url: `/${'a'.repeat(500)}` }], 'rules[0]: at most 500 characters are allowed'],
    [[{}], 'rules[0]: has to have url, action, branch or environment'],
    [[{ when: { a: 'b' } }], 'rules[0]: has to have url, action, branch or environment'],
    [[{ link: url }], /^rules\[0\]\.link: is not a field of a rule; allowed are when, url, id, publish_if, action/],
    [[{ constructor: 'a', url }], /^rules\[0\]\.constructor: is not a field/],
    [[{ url: 7 }], /^rules\[0\]\.url: has to be a template that begins with https:/],
    [[{ url: [] }], 'rules[0].url: has to be a template or a list of 1 to 10 templates'],
    [[{ url: 'https://{slug}/' }], /^rules\[0\]\.url: has to be a template that begins with https:[^;]*$/],
    [[{ url: '/{a|upper}' }], /has the filter "upper"; allowed are strip:prefix/],
    [[{ url, id: '{' }], 'rules[0].id: has to be a template, such as {id}'],
    [[{ url, action: 'drop' }], 'rules[0].action: has to be one of update, delete, scan, ignore'],
    [[{ url, when: [] }], /^rules\[0\]\.when: has to be an object of fields/],
    [[{ url, when: {} }], /^rules\[0\]\.when: has to be an object of fields/],
    [[{ url, when: { a: {} } }], /^rules\[0\]\.when: has to be an object of fields/],
    [[{ url, publish_if: { a: [] } }], /^rules\[0\]\.publish_if: has to be an object of fields/],
    [[{ glob: '{a', url }], /^rules\[0\]\.glob: has to be a glob/],
    [[{ glob: '**' }], 'rules[0].url: is needed with glob'],
    [[{ glob: '**', url, id: '{path}' }], 'rules[0].id: is not allowed with glob'],
    [[{ branch: 'live', url }], 'rules[0].glob: is needed with branch and url'],
    [[{ branch: '' }], 'rules[0].branch: has to be a name'],
    [[{ environment: 7 }], 'rules[0].environment: has to be a name'],
    [[{ url, when: { a: ['b', '\0'] } }], 'rules[0].when: has to be text without NUL'],
    [[{ url, publish_if: { '\ud800': 'a' } }], 'rules[0].publish_if: has to be text without NUL'],
    [[{ glob: '**', url: '/{path|strip:\udc00}' }], 'rules[0].url: has to be text without NUL'],
    [[{ action: 'update' }], 'rules[0].url: is needed unless action is delete, scan or ignore'],
  ])('%j are refused', (rules, error) => {
    expect(errorOf(rules)).toMatch(typeof error === 'string' ? new RegExp(`^${RegExp.escape(error)}`) : error)
  })
})
