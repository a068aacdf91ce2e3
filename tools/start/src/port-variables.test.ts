import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { portVariables } from './port-variables.ts'
import { workspace } from './service-list.ts'

it('docs/configure.md lists every port with its variable', async () => {
  const text = await readFile(join(workspace, 'docs/configure.md'), 'utf8')
  const listed = [...text.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, port, variable]) => `${variable} ${port}`)
  expect(listed.sort()).toEqual(portVariables.map(({ variable, port }) => `${variable} ${port}`).sort())
})

it('docs/configure.md explains every variable that a service reads', async () => {
  const text = await readFile(join(workspace, 'docs/configure.md'), 'utf8')
  const services = ['gateway', 'project', 'report', 'analyzer', 'intake', 'notifier', 'panel']
  const missing: string[] = []
  for (const service of services) {
    const config = await readFile(join(workspace, 'services', service, 'src/config.ts'), 'utf8')
    for (const [, variable] of config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)) {
      if (!text.includes(`\`${variable}\``)) missing.push(`${service} ${variable}`)
    }
  }
  expect(missing).toEqual([])
})
