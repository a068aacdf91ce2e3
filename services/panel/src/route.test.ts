import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { loadRoutes } from './route.ts'

it('finds every page, and only these are public', async () => {
  const files = [...(await loadRoutes())]
  expect(files.length).toBeGreaterThan(20)
  expect(files.map(([name]) => name)).toContain('project/channels.route.ts')
  const open = files.filter(([, { access }]) => access === 'public').map(([name]) => name)
  expect(open).toEqual([
    'public-report.page.ts',
    'setup.page.ts',
    'sign-in.page.ts',
    'site-reports/public-site-parts.page.ts',
    'site-reports/public-site.page.ts',
  ])
})

it.each([
  ['export const usage = 1\n', 'x.page.ts: export default publicRoutes(…) or signedInRoutes(…).'],
  ["export default { access: 'anybody', routes: [() => undefined] }\n", 'x.page.ts: export default'],
  ["export default { access: 'public', routes: [] }\n", 'x.page.ts has no routes.'],
])('refuses a file with %j', async (text, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'pagebell-routes-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'x.page.ts'), text)
    await expect(loadRoutes(pathToFileURL(`${folder}/`))).rejects.toThrow(message)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
