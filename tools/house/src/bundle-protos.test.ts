import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { bundleProtos } from './bundle-protos.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-protos-'))
  mkdirSync(join(folder, 'pagebell/cake/v1'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, proto: string, text: string): void =>
  writeFileSync(
    join(folder, `pagebell/cake/v1/${name}.ts`),
    `// Original file: protos/pagebell/cake/v1/${proto}.proto\n\n${text}`,
  )

it('creates one file per .proto, with plain names for its own messages and imports for others', () => {
  write(
    'Cake',
    'cake',
    "import type { Long } from '@grpc/proto-loader';\n\nexport interface Cake {\n  'id'?: (number | string | Long);\n}\n",
  )
  write(
    'Bakery',
    'bakery',
    `import type { Cake as _pagebell_cake_v1_Cake, Cake__Output as _pagebell_cake_v1_Cake__Output } from '../../../pagebell/cake/v1/Cake.ts';
import type { Oven as _pagebell_cake_v1_Oven } from '../../../pagebell/cake/v1/Oven.ts';

export interface BakeryClient extends grpc.Client {
  Bake(argument: _pagebell_cake_v1_Oven): void;
}

export interface BakeryDefinition extends grpc.ServiceDefinition {
  Bake: MethodDefinition<_pagebell_cake_v1_Oven, _pagebell_cake_v1_Cake, _pagebell_cake_v1_Cake__Output>
}
`,
  )
  write('Oven', 'bakery', "export interface Oven {\n  'heat'?: (number);\n}\n")
  bundleProtos(folder)
  expect(readdirSync(join(folder, 'pagebell/cake/v1')).sort()).toEqual(['bakery.ts', 'cake.ts'])
  expect(
    readFileSync(join(folder, 'pagebell/cake/v1/bakery.ts'), 'utf8'),
  ).toBe(`// Generated from protos/pagebell/cake/v1/bakery.proto by \`npm run generate\`; edit that.
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Cake, Cake__Output } from './cake.ts'

export interface BakeryDefinition extends grpc.ServiceDefinition {
  Bake: MethodDefinition<Oven, Cake, Cake__Output>
}

export interface Oven {
  'heat'?: (number);
}
`)
})

it('rejects a file that does not name its .proto', () => {
  writeFileSync(join(folder, 'pagebell/cake/v1/Cake.ts'), 'export interface Cake {}\n')
  expect(() => bundleProtos(folder)).toThrow('Cake.ts does not say')
})
