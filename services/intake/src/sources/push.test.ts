import { describe, expect, it } from '@jest/globals'
import { readPush } from './push.ts'

const commit = (id: string, timestamp?: string) => ({
  id,
  timestamp: timestamp ?? null,
  added: [id],
  modified: [],
  removed: [],
})
const push = (changes: object) =>
  readPush({ ref: 'refs/heads/main', after: 'b', commits: [commit('a'), commit('b')], ...changes })
const order = (changes: object) => push(changes)?.commits?.map(({ added }) => added[0])

describe('a push', () => {
  it.each([
    ['refs/heads/main', 'main'],
    ['refs/heads/feature/a', 'feature/a'],
    ['main', 'main'],
    ['refs/tags/v1', undefined],
    ['refs/pipelines/1', undefined],
  ])('of %s is of the branch %s', (ref, branch) => {
    expect(push({ ref })?.branch).toBe(branch)
  })

  it('without a ref is none', () => {
    expect([readPush({}), readPush({ ref: '' }), readPush(null), readPush({ ref: { a: 1 } })]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    ['the newest commit last', {}, ['a', 'b']],
    ['the newest commit first', { after: 'a' }, ['b', 'a']],
    [
      'no newest commit, by time',
      { after: 'x', commits: [commit('b', '2026-01-02T00:00:00Z'), commit('a', '2026-01-01T00:00:00+01:00')] },
      ['a', 'b'],
    ],
    ['no newest commit and no time', { after: 'x' }, ['a', 'b']],
  ])('with %s is read from the oldest commit on', (_name, changes, ids) => {
    expect(order(changes)).toEqual(ids)
  })

  it.each([
    ['has no commits', { commits: [] }],
    ['has commits without lists of files', { commits: [{ id: 'b' }] }],
    ['has commits that are no objects', { commits: ['b', null] }],
    ['was forced', { forced: true }],
    ['has more commits than GitLab lists', { total_commits_count: 3 }],
    ['has more commits than Gitea lists', { total_commits: 3 }],
    [
      'has as many commits as GitHub lists',
      { commits: Array.from({ length: 2_048 }, (_, index) => commit(String(index))) },
    ],
  ])('that %s does not list all files', (_name, changes) => {
    expect(push(changes)?.commits).toBeUndefined()
  })

  it.each([
    [{ deleted: true }, true],
    [{ after: '0000000000000000000000000000000000000000' }, true],
    [{}, false],
  ])('with %j deletes the branch: %s', (changes, isDeleted) => {
    expect(push(changes)?.isDeleted).toBe(isDeleted)
  })

  it('names the default branch of the repository or the project', () => {
    expect(push({ repository: { default_branch: 'trunk' } })?.defaultBranch).toBe('trunk')
    expect(push({ project: { default_branch: 'live' } })?.defaultBranch).toBe('live')
    expect(push({})?.defaultBranch).toBeUndefined()
  })
})
