// Part of `npm run generate`.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kubernetesFiles } from './kubernetes/base-files.ts'

const root = join(import.meta.dirname, '../../..')
const kubernetes = join(root, 'deploy/kubernetes')

// Keeps the folders, which may hold an operator's secrets.
for (const old of globSync('{base,components/*}/*.yaml', { cwd: kubernetes })) rmSync(join(kubernetes, old))
for (const [file, text] of Object.entries(kubernetesFiles())) {
  mkdirSync(dirname(join(kubernetes, file)), { recursive: true })
  writeFileSync(join(kubernetes, file), text)
}
