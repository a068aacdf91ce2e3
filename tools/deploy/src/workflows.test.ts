import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { readCompose } from './read-compose.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, '.github/workflows')

type Step = { run?: string; uses?: string }
type Job = { steps?: Step[]; strategy?: { matrix: { workspace: string[] } } }
type Workflow = { jobs: Record<string, Job> }
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const { jobs: ci } = parse(read('ci.yml')) as Workflow
const { jobs: release } = parse(read('release.yml')) as Workflow

describe('the workflows on GitHub', () => {
  it('run what .ci/run runs, and nothing that can only be run there', () => {
    const runs = Object.values(ci).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []))
    expect(runs).toContain('bash .ci/run')
    for (const run of runs)
      expect(run).toMatch(
        /^(apt-get|bash \.ci\/run$|npm (ci|run [\w:]+)$|node tools\/house\/src\/commit-titles-main\.ts)/,
      )
  })

  it('release each image that a compose file builds', () => {
    const files = ['docker-compose.yml', 'deploy/sandbox/docker-compose.yml'].map(readCompose)
    const containers = files.flatMap(({ services }) => Object.values(services))
    const built = new Set(containers.flatMap(({ build }) => build?.args['WORKSPACE'] ?? []))
    expect(new Set(release['images']?.strategy?.matrix.workspace)).toEqual(built)
  })

  it('name no host: where images go is a setting of the repository', () => {
    for (const name of readdirSync(folder))
      expect([name, read(name).match(/[\w-]+\.(io|com|org|dev)\b/g)]).toEqual([name, null])
  })

  it('pin each action to a version', () => {
    for (const { steps = [] } of [...Object.values(ci), ...Object.values(release)]) {
      for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
    }
  })
})
