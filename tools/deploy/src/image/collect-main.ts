// Runs inside the image's build: collect-main.ts services/project /image
import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findPackages } from './find-packages.ts'
import { findRuntime } from './find-runtime.ts'

const [workspace = '', target = ''] = process.argv.slice(2)
const source = process.cwd()
const app = join(target, 'app')

for (const file of findRuntime()) {
  await mkdir(join(target, dirname(file)), { recursive: true })
  await cp(file, join(target, file), { dereference: true })
}

// Packages in a package's node_modules are copied separately, if needed.
for (const { path, link } of await findPackages(source, workspace)) {
  const nested = join(source, path, 'node_modules')
  await cp(join(source, path), join(app, path), { recursive: true, filter: (file) => file !== nested })
  if (link === undefined) continue
  await mkdir(dirname(join(app, link)), { recursive: true })
  await cp(join(source, link), join(app, link), { verbatimSymlinks: true })
}

type Manifest = { image?: { main?: string; include?: string[]; commands?: Record<string, string> } }
const { image = {} } = JSON.parse(await readFile(join(source, workspace, 'package.json'), 'utf8')) as Manifest
for await (const path of glob(image.include ?? [], { cwd: source }))
  await cp(join(source, path), join(app, path), { recursive: true })

await writeFile(join(app, 'package.json'), '{ "type": "module" }\n')
await writeFile(join(app, 'main.ts'), `await import('./${join(workspace, image.main ?? 'src/main.ts')}')\n`)
for (const file of ['health-check.js', 'keep-compiled.js']) await cp(join(import.meta.dirname, file), join(app, file))
for (const [name, program] of Object.entries(image.commands ?? {})) {
  const text = `#!/usr/local/bin/node\nawait import('/app/${join(workspace, program)}')\n`
  await writeFile(join(target, 'usr/local/bin', name), text, { mode: 0o755 })
}

await mkdir(join(target, 'etc'), { recursive: true })
await writeFile(join(target, 'etc/passwd'), 'root:x:0:0::/:/nologin\nnode:x:1000:1000::/app:/nologin\n')
await writeFile(join(target, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
await writeFile(join(target, 'etc/nsswitch.conf'), 'hosts: files dns\n')
await mkdir(join(target, 'tmp'), { mode: 0o1777 })
