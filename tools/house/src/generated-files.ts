import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { protoFiles } from '@pagebell/protos/proto-files'
import { bundleProtos } from './bundle-protos.ts'
import { channelList } from './channel-list.ts'
import { decisionsPage } from './decisions-page.ts'
import { messagesPage } from './messages-page.ts'
import { metricsPage } from './metrics-page.ts'
import { lowerProseAllowance } from './prose/check-prose.ts'
import { lowerRulesAllowance } from './rules/check-rules.ts'
import { root, run } from './run.ts'

const places = [
  'protos/generated',
  'docs/messages.md',
  'docs/metrics.md',
  'docs/checks.md',
  'docs/channels.md',
  'docs/sources.md',
  'docs/adr/README.md',
  'libs/channel-settings/src/channel-list.ts',
  'libs/scoring/src/check-list.json',
  'libs/scoring/src/site-check-list.json',
  'deploy/kubernetes/base',
  'deploy/kubernetes/components',
  'tools/house/src/prose/allowed.json',
  'tools/house/src/rules/allowed.json',
]

/** Regenerates all files and returns those that differ from before. */
export async function refresh(): Promise<string[]> {
  const before = contents()
  rmSync(join(root, 'protos/generated'), { recursive: true, force: true })
  await run('proto-loader-gen-types', [
    '--longs=Number',
    '--enums=String',
    '--defaults',
    '--keepCase',
    '--grpcLib=@grpc/grpc-js',
    '--importFileExtension=.ts',
    '--includeDirs=protos',
    '--outDir=protos/generated',
    ...protoFiles,
  ])
  // The generated entry files describe unused clients.
  for (const file of readdirSync(join(root, 'protos/generated'))) {
    if (file.endsWith('.ts')) rmSync(join(root, 'protos/generated', file))
  }
  bundleProtos(join(root, 'protos/generated'))
  writeFileSync(join(root, 'libs/channel-settings/src/channel-list.ts'), channelList())
  writeFileSync(join(root, 'docs/messages.md'), messagesPage())
  writeFileSync(join(root, 'docs/adr/README.md'), decisionsPage())
  writeFileSync(join(root, 'docs/metrics.md'), await metricsPage())
  await run('node', ['tools/house/src/channels-page.ts'])
  await run('node', ['services/analyzer/src/cli/write-checks-doc.ts'])
  await run('node', ['services/intake/src/sources/cli/write-sources-doc.ts'])
  await run('node', ['tools/deploy/src/write-files-main.ts'])
  // The allowances only decrease.
  lowerProseAllowance()
  lowerRulesAllowance()
  const after = contents()
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
}

function contents(): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (path: string) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) visit(join(path, entry))
    else found.set(relative(root, path), readFileSync(path, 'utf8'))
  }
  for (const place of places) visit(join(root, place))
  return found
}
