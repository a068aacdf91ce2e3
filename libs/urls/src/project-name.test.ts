import { describe, expect, it } from '@jest/globals'
import { belongsTo, projectName, storedProjectName } from './project-name.ts'

describe('projectName', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['www.example.com', 'example.com'],
    ['WWW.Example.com.', 'example.com'],
    ['blog.example.com', 'blog.example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['www.com', 'www.com'],
    ['localhost', 'localhost'],
    ['192.168.0.1', '192.168.0.1'],
    ['[2606:4700::1111]', '[2606:4700::1111]'],
  ])('names %s %s', (host, name) => {
    expect(projectName(host)).toBe(name)
    expect(projectName(name)).toBe(name)
  })

  it.each([
    '',
    'https://example.com',
    'example.com/',
    'example.com:8080',
    'user@example.com',
    'exa mple.com',
    'example.com?',
    'a..b',
    '.',
    'example.com#',
    'a%62.com',
    `${'a'.repeat(64)}.com`,
    `${'abcdefg.'.repeat(32)}com`,
    'a\\b',
    'a<b.com',
    '[::1',
    '[::1]:80',
  ])('refuses %p', (host) => {
    expect(projectName(host)).toBeUndefined()
    expect(storedProjectName(host)).toBeUndefined()
  })

  it.each([
    ['a;id.example.org', 'a;id.example.org'],
    ['a`id`.example.org', 'a`id`.example.org'],
    ["a'$(id).example.org", "a'$(id).example.org"],
    ['=cmd.example.org', '=cmd.example.org'],
    ["'", "'"],
    [';alert(123);', ';alert(123);'],
    ['--', '--'],
    ['*.example.com', '*.example.com'],
    ['-bad.com', '-bad.com'],
    ['bad-.com', 'bad-.com'],
    ['under_score.com', 'under_score.com'],
  ])('refuses %p for a new project, and finds the one that an older version made', (host, stored) => {
    expect(projectName(host)).toBeUndefined()
    expect(storedProjectName(host)).toBe(stored)
  })
})

describe('belongsTo', () => {
  it.each([
    ['example.com', true],
    ['www.example.com', true],
    ['a.b.example.com', true],
    ['badexample.com', false],
    ['example.com.evil.net', false],
    ['com', false],
  ])('takes %s for a host of example.com: %s', (host, expected) => {
    expect(belongsTo(host, 'example.com')).toBe(expected)
  })
})
