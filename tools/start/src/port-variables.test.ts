import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { portVariables } from './port-variables.ts'
import { services, workspace } from './service-list.ts'

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
