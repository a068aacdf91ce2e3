// Imports contracts by their .proto (`@pagebell/protos/project/v1/project`) instead of by message, merges such imports, and
// has `npm run generate` join the files of one message each (tools/house/src/bundle-protos.ts).
// npx node proto-imports.mjs <root>
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const root = process.argv[2] ?? '.'
const generated = join(root, 'protos/generated/pagebell')
const { bundleProtos } = await import(resolve(root, 'tools/house/src/bundle-protos.ts'))
if (globSync('*/v1/[A-Z]*.ts', { cwd: generated }).length > 0) bundleProtos(join(root, 'protos/generated'))

const protoOf = new Map()
for (const file of globSync('*/v1/*.ts', { cwd: generated })) {
  if (!/^[a-z]/.test(basename(file))) continue
  const text = readFileSync(join(generated, file), 'utf8')
  for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm)) protoOf.set(`${dirname(file)}/${name}`, file.slice(0, -3))
}

const importOf = /import type \{([^}]*)\} from '@pagebell\/protos\/([a-z]+\/v1)\/([A-Z]\w*|[a-z_]+)'\n/g
const files = execFileSync('git', ['grep', '-l', '@pagebell/protos/', '--', '*.ts'], { cwd: root, encoding: 'utf8' })
for (const file of files.split('\n').filter((name) => name !== '' && !name.startsWith('protos/'))) {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const bySource = new Map()
  for (const [, names, folder, last] of before.matchAll(importOf)) {
    for (const name of names.split(',').map((one) => one.trim()).filter(Boolean)) {
      const source = /^[a-z]/.test(last) ? `${folder}/${last}` : protoOf.get(`${folder}/${name.split(' as ')[0]}`)
      if (source === undefined) throw new Error(`${file}: nobody declares ${folder}/${name}.`)
      bySource.set(source, (bySource.get(source) ?? new Set()).add(name))
    }
  }
  const written = new Set()
  const after = before.replace(importOf, (_own, names, folder, last) => {
    const first = names.split(',').map((one) => one.trim()).filter(Boolean)[0]
    const source = /^[a-z]/.test(last) ? `${folder}/${last}` : protoOf.get(`${folder}/${first.split(' as ')[0]}`)
    if (written.has(source)) return ''
    written.add(source)
    return `import type { ${[...bySource.get(source)].sort().join(', ')} } from '@pagebell/protos/${source}'\n`
  })
  if (after !== before) writeFileSync(path, after)
  const left = after.match(/@pagebell\/protos\/[a-z]+\/v1\/[A-Z]\w*/)
  if (left) console.log('BY HAND', file, left[0])
}
const refresh = join(root, 'tools/house/src/generated-files.ts')
const text = readFileSync(refresh, 'utf8')
if (!text.includes('bundleProtos'))
  writeFileSync(
    refresh,
    text
      .replace("import { messagesPage }", "import { bundleProtos } from './bundle-protos.ts'\nimport { messagesPage }")
      .replace("  writeFileSync(join(root, 'docs/messages.md')", "  bundleProtos(join(root, 'protos/generated'))\n  writeFileSync(join(root, 'docs/messages.md')"),
  )
