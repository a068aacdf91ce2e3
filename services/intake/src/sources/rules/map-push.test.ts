import { describe, expect, it } from '@jest/globals'
import type { Push } from '../push.ts'
import { mapPush, maxFiles } from './map-push.ts'
import type { Rule } from './rule.ts'

const rules: Rule[] = [
  { glob: 'content/**/*.md', url: '/{path|strip:content/|strip_ext|index}/' },
  { glob: 'public/**', url: '/{path|strip:public/}' },
]
const commit = (files: object) => ({ added: [], modified: [], removed: [], ...files })

function map(given: Partial<Push>, by: Rule[] = rules) {
  const push: Push = { branch: 'main', defaultBranch: 'main', isDeleted: false, commits: [], ...given }
  const mapped = mapPush(push, by, 'example.com')
  const urls = 'urls' in mapped ? mapped.urls : []
  const reason = 'reason' in mapped ? mapped.reason : undefined
  return {
    verdict: mapped.verdict,
    reason,
    urls: urls.map(({ url, action }) => `${action} ${url.slice('https://example.com'.length)}`),
  }
}

describe('a push', () => {
  it('is looked up in the sitemap if its files times its globs are too many', () => {
    const added = Array.from({ length: maxFiles }, (_, file) => `${'d/'.repeat(20)}${file}.md`)
    const glob = (folders: number) => `${'**/'.repeat(folders)}{${'abcdefgh'.split('').join(',')}}.txt`
    const by = (count: number) => Array.from({ length: count }, () => ({ glob: glob(12), url: '/{path}' }))
    expect(map({ commits: [commit({ added })] }, by(1)).verdict).toBe('ignored')
    const { verdict, reason } = map({ commits: [commit({ added })] }, by(10))
    expect([verdict, reason]).toEqual(['scan', `more globs than can be compared with ${maxFiles} files`])
  })

  it('lets the last commit that touches a path decide', () => {
    const commits = [
      commit({ added: ['content/a.md', 'content/b.md'], removed: ['content/c.md'] }),
      commit({ removed: ['content/a.md'], added: ['content/c.md'] }),
    ]
    expect(map({ commits }).urls.toSorted()).toEqual(['delete /a/', 'update /b/', 'update /c/'])
  })

  it('is a removed and an added file for a rename, and an update if both have one URL', () => {
    expect(map({ commits: [commit({ removed: ['content/a.md'], added: ['content/b.md'] })] }).urls).toEqual([
      'delete /a/',
      'update /b/',
    ])
    expect(map({ commits: [commit({ removed: ['content/a.md'], added: ['content/a/index.md'] })] }).urls).toEqual([
      'update /a/',
    ])
    expect(
      map({ commits: [commit({ added: ['content/a/index.md'] }), commit({ removed: ['content/a.md'] })] }).urls,
    ).toEqual(['update /a/'])
  })

  it.each([
    ['content/index.md', 'update /'],
    ['content/blog/index.md', 'update /blog/'],
    ['content/blog/_index.md', 'update /blog/'],
    ['content/a b/c#d.md', 'update /a%20b/c%23d/'],
    ['content/100%25.md', 'update /100%2525/'],
    ['public/file.pdf', 'update /file.pdf'],
  ])('of %s is %s', (path, url) => {
    expect(map({ commits: [commit({ modified: [path] })] }).urls).toEqual([url])
  })

  it('of a file that no rule matches is ignored', () => {
    expect(map({ commits: [commit({ added: ['src/a.ts', '../content/a.md'] })] })).toMatchObject({
      verdict: 'ignored',
      reason: 'no rule matches a changed file',
    })
    expect(map({ commits: [commit({ added: ['content/../a.md'] })] }).verdict).toBe('ignored')
    expect(map({ commits: [commit({})] })).toMatchObject({ verdict: 'ignored', reason: 'no file changed' })
  })

  it('with too many files, or without their list, is a scan', () => {
    const files = (count: number) => [
      commit({ added: Array.from({ length: count }, (_, index) => `content/${index}.md`) }),
    ]
    expect(map({ commits: files(maxFiles) }).urls).toHaveLength(maxFiles)
    expect(map({ commits: files(maxFiles + 1) })).toMatchObject({ verdict: 'scan', urls: [] })
    expect(map({ commits: undefined })).toMatchObject({ verdict: 'scan' })
    expect(map({}, [])).toMatchObject({ verdict: 'scan', reason: 'push to branch main' })
  })

  it.each([
    ['main', 'main', 'scan'],
    ['draft', 'main', 'ignored'],
    ['main', 'trunk', 'ignored'],
    ['master', undefined, 'scan'],
    ['main', '', 'scan'],
    ['trunk', undefined, 'ignored'],
    [undefined, 'main', 'ignored'],
  ])('to %s with the default branch %s is %s', (branch, defaultBranch, verdict) => {
    expect(map({ branch, defaultBranch }, []).verdict).toBe(verdict)
  })

  it('is of the branches that rules name, each with its own paths', () => {
    const live: Rule[] = [
      { glob: '**', url: '/live/{path}', branch: 'live' },
      { glob: '**', url: '/next/{path}', branch: 'next' },
      { branch: 'legacy' },
    ]
    const commits = [commit({ added: ['a'] })]
    expect(map({ branch: 'live', commits }, live).urls).toEqual(['update /live/a'])
    expect(map({ branch: 'next', commits }, live).urls).toEqual(['update /next/a'])
    expect(map({ branch: 'legacy', commits }, live).verdict).toBe('scan')
    expect(map({ branch: 'main', commits }, live)).toMatchObject({ verdict: 'ignored', reason: 'push to branch main' })
  })

  it('that deletes a branch is ignored', () => {
    expect(map({ isDeleted: true })).toMatchObject({ verdict: 'ignored', reason: 'branch main was deleted' })
  })
})
