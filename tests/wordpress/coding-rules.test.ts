import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { runProgram } from '../senders/harness/run-program.ts'
import { plugin } from './plugin-site.ts'

const files = (await readdir(plugin, { recursive: true })).filter((file) => file.endsWith('.php')).sort()
const ownRules = fileURLToPath(new URL('./phpcs-without-wordpress.xml', import.meta.url))
const run = (program: string, args: string[]) => runProgram(program, args, { cwd: plugin })

it.each(files)('%s is PHP, cannot be requested, and keeps to the prefix', async (file) => {
  await run('php', ['-l', file])
  const text = await readFile(join(plugin, file), 'utf8')
  expect(text).toMatch(/^defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m)
  for (const [, name] of text.matchAll(/^(?:function|const|class) &?(\w+)/gm)) expect(name).toMatch(/^pagebell_/i)
})

// The standards of WordPress are no package of Debian; where phpcs has them, they are used.
it('keeps to the coding rules', async () => {
  const hasWordPress = / WordPress\b/.test(await run('phpcs', ['-i']))
  await run('phpcs', [`--standard=${hasWordPress ? 'phpcs.xml.dist' : ownRules}`, '-p', '.'])
})

it('has a readme with the version and the stable tag of the plug-in', async () => {
  const [readme, main] = await Promise.all(
    ['readme.txt', 'pagebell.php'].map((name) => readFile(join(plugin, name), 'utf8')),
  )
  const version = /^ \* Version: +(\S+)$/m.exec(main ?? '')?.[1]
  expect(main).toContain(`define( 'PAGEBELL_VERSION', '${version}' );`)
  expect(/^Stable tag: (\S+)$/m.exec(readme ?? '')?.[1]).toBe(version)
})
