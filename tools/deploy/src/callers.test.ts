import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Caller, permittedMethods } from '@pagebell/rpc/call-permissions'
import { deployedServices } from './deployed-services.ts'

const root = join(import.meta.dirname, '../../..')

/** The source folders of each caller. */
const sources: Record<Caller, string[]> = {
  gateway: ['services/gateway/src', 'libs/rpc/src/shared-calls'],
  panel: ['services/panel/src', 'libs/rpc/src/shared-calls'],
  intake: ['services/intake/src'],
  notifier: ['services/notifier/src'],
  pages: ['services/pages/src'],
  analyzer: ['services/analyzer/src'],
  admin: ['services/project/src/admin', 'tools/start/src'],
}
const callers = Object.keys(sources) as Caller[]

const protos = readdirSync(join(root, 'protos/pagebell'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.proto'))
  .map((name) => readFileSync(join(root, 'protos/pagebell', name), 'utf8'))
/** Method in code → the path of each method of that name. */
const paths = new Map<string, string[]>()
for (const text of protos) {
  const [, pack] = /^package (.+);/m.exec(text) ?? []
  for (const [, service, body = ''] of text.matchAll(/^service (\w+) \{(.*?)^\}/gms)) {
    for (const [, method = ''] of body.matchAll(/^ {2}rpc (\w+)/gm)) {
      const name = method.charAt(0).toLowerCase() + method.slice(1)
      paths.set(name, [...(paths.get(name) ?? []), `/${pack}.${service}/${method}`])
    }
  }
}

function textOf(folder: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return files.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n')
}

/** By the name of the method. If several contracts have one of that name, its client has to be named too; `handlers` are a service's own. */
function isCalled(text: string, method: string, path: string, namesakes: number): boolean {
  const [, contract = ''] = /\.(\w+)\//.exec(path) ?? []
  const client = contract.charAt(0).toLowerCase() + contract.slice(1)
  return new RegExp(`${namesakes > 1 ? `\\b${client}` : '(?<!\\bhandlers)'}\\.${method}\\b`).test(text)
}

describe.each(callers)('what %s may call', (caller) => {
  const text = sources[caller].map(textOf).join('\n')
  const called = [...paths].flatMap(([name, found]) => found.filter((path) => isCalled(text, name, path, found.length)))

  it('is what its source calls, and no more', () => {
    expect([...permittedMethods[caller]].toSorted()).toEqual(called.toSorted())
  })

  it('belongs to the services that it is deployed to reach', () => {
    const reached = new Set([...permittedMethods[caller]].map((path) => /^\/pagebell\.(\w+)\./.exec(path)?.[1]))
    const service = deployedServices.find(({ name }) => name === caller)
    // The operator's commands run where they reach every service.
    if (service !== undefined) expect(reached).toEqual(new Set(service.calls))
  })
})
