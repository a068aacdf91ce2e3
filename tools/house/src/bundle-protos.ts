import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A declaration that proto-loader-gen-types wrote into its own file. */
type Declaration = { name: string; proto: string; text: string }

const header = /^\/\/ Original file: protos\/(.*)\.proto$/m
/** Unused: client and server types of grpc-js. */
const unused = /^export interface \w+(?:Client extends grpc\.Client|Handlers extends grpc\.\w+) \{\n[\s\S]*?^\}\n/gm
const imports = /^import [^\n]*\n/gm
const alias = /\b_(pagebell(?:_[a-z0-9]+)+?_v\d+)_(\w+?)(__Output)?\b/g

/**
 * Bundles the files that proto-loader-gen-types writes, one per message, into one per .proto, so that a contract is
 * read, reviewed and imported as a whole.
 */
export function bundleProtos(folder: string): void {
  const declarations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => read(folder, file))
  const protoOf = new Map(declarations.map(({ proto, name }) => [`${dirname(proto)}/${name}`, proto]))
  for (const [proto, group] of Object.entries(Object.groupBy(declarations, (one) => one.proto)))
    writeFileSync(join(folder, `${proto}.ts`), bundle(proto, group ?? [], protoOf))
}

function read(folder: string, file: string): Declaration {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  const proto = header.exec(text)?.[1]
  if (proto === undefined) throw new Error(`${file} does not say from which .proto it was generated.`)
  const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)
  return { name, proto, text: text.replace(header, '').replace(imports, '').replace(unused, '').trim() }
}

function bundle(proto: string, declarations: readonly Declaration[], protoOf: ReadonlyMap<string, string>): string {
  const foreign = new Map<string, Set<string>>()
  const body = declarations
    .map(({ text }) =>
      text.replace(alias, (_all, scope: string, message: string, output = '') => {
        const source = protoOf.get(`${scope.replaceAll('_', '/')}/${message}`)
        if (source === undefined) throw new Error(`${proto}.proto uses ${message}, which no .proto declares.`)
        if (source !== proto) foreign.set(source, (foreign.get(source) ?? new Set()).add(message + output))
        return message + output
      }),
    )
    .join('\n\n')
  const head = [
    `// Generated from protos/${proto}.proto by \`npm run generate\`; edit that.`,
    ...(/\bgrpc\./.test(body) ? ["import type * as grpc from '@grpc/grpc-js'"] : []),
    ...(/\b(?:Long|MethodDefinition)\b/.test(body)
      ? [
          `import type { ${['Long', 'MethodDefinition'].filter((name) => body.includes(name)).join(', ')} } from '@grpc/proto-loader'`,
        ]
      : []),
    ...[...foreign].map(
      ([source, names]) =>
        `import type { ${[...names].sort().join(', ')} } from './${relative(dirname(proto), source)}.ts'`,
    ),
  ]
  return `${head.join('\n')}\n\n${body}\n`
}
