import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { portVariables } from './port-variables.ts'
import { type ServiceName, services, workspace } from './service-list.ts'

it('docs/configure.md lists every port with its variable', async () => {
  const text = await readFile(join(workspace, 'docs/configure.md'), 'utf8')
  const listed = [...text.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, port, variable]) => `${variable} ${port}`)
  expect(listed.sort()).toEqual(portVariables.map(({ variable, port }) => `${variable} ${port}`).sort())
})

it('docs/configure.md and docs/channels.md explain every variable that a service reads', async () => {
  const pages = ['docs/configure.md', 'docs/channels.md'].map((page) => readFile(join(workspace, page), 'utf8'))
  const text = (await Promise.all(pages)).join('\n')
  const missing: string[] = []
  for (const service of services) {
    const path = join(workspace, 'services', service, 'src/config.ts')
    const { config } = (await import(path)) as { config: { properties: object } }
    for (const variable of Object.keys(config.properties)) {
      if (!text.includes(`\`${variable}\``)) missing.push(`${service} ${variable}`)
    }
  }
  expect(missing).toEqual([])
})

it('docs/configure.md names for each variable exactly the services that read it', async () => {
  const text = await readFile(join(workspace, 'docs/configure.md'), 'utf8')
  const tables = text.split('\n\n').filter((part) => part.startsWith('| variable | read by |'))
  expect(tables.length).toBeGreaterThan(3)
  const rows = tables.flatMap((table) => table.split('\n').slice(2))
  let before: readonly ServiceName[] = []
  for (const row of rows) {
    const [, variables = '', readBy = ''] = row.split('|')
    const named = readBy.includes('the same') ? before : readersIn(readBy)
    before = named
    const names = [...variables.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
    for (const name of named.length === 0 ? [] : names) {
      const readers = await readersOf(name)
      expect([name, named.toSorted()]).toEqual([name, readers.toSorted()])
    }
  }
})

/** The services of a cell: named, or all but those that are named. None: it speaks of clients or of npm start. */
function readersIn(cell: string): ServiceName[] {
  const isNamed = (service: ServiceName): boolean => new RegExp(`\\b${service}\\b`).test(cell)
  return services.filter((service) => (/\ball\b/.test(cell) ? !isNamed(service) : isNamed(service)))
}

async function readersOf(variable: string): Promise<ServiceName[]> {
  const readers = await Promise.all(
    services.map(async (service) => {
      const path = join(workspace, 'services', service, 'src/config.ts')
      const { config } = (await import(path)) as { config: { properties: object } }
      return variable in config.properties ? [service] : []
    }),
  )
  return readers.flat()
}
