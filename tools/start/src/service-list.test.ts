import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { inspectPortOf, services, workspace } from './service-list.ts'

it('has an entry in .vscode/launch.json that attaches to each service', () => {
  const { configurations } = JSON.parse(readFileSync(join(workspace, '.vscode/launch.json'), 'utf8')) as {
    configurations: { name: string; request: string; port?: number }[]
  }
  const attaching = configurations.filter(({ request }) => request === 'attach').map(({ name, port }) => [name, port])
  expect(attaching).toEqual(services.map((service) => [service, inspectPortOf(service)]))
})
