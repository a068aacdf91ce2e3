import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { callersOf, deployedServices } from '../src/deployed-services.ts'
import { kubernetesFiles } from '../src/kubernetes/base-files.ts'
import { readCompose } from '../src/read-compose.ts'
import { completePasswords, secretFiles } from '../src/secrets/secret-files.ts'
import { type Container, named, problems, read, type Thing } from './find-problems.ts'

const folder = join(import.meta.dirname, '../../../deploy/kubernetes')

const generated = Object.entries(kubernetesFiles())
  .filter(([file]) => !file.endsWith('kustomization.yaml'))
  .flatMap(([, text]) => read(text))
describe('the manifests', () => {
  it('are valid, use only keys of Kubernetes, and are complete', () => {
    expect(problems(generated)).toEqual([])
  })

  const removals: [what: string, remove: (things: Thing[]) => unknown, problem: string][] = [
    ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe): (typeof removals)[number] => [
      probe,
      (things) => delete containerOf(things)[probe],
      `report: no ${probe}`,
    ]),
    ['limits', (things) => delete containerOf(things)['resources'], 'report: no limit of memory'],
    ['confinement', (things) => delete containerOf(things)['securityContext'], 'report: not confined'],
    ...['PodDisruptionBudget', 'NetworkPolicy', 'Service'].map((kind): (typeof removals)[number] => [
      kind,
      (things) =>
        things.splice(
          things.findIndex((one) => one.kind === kind && one.metadata.name === 'report'),
          1,
        ),
      `report: no ${kind}`,
    ]),
    [
      'default deny',
      (things) =>
        things.splice(
          things.findIndex((one) => one.metadata.name === 'default-deny'),
          1,
        ),
      'what no policy names is not denied',
    ],
    [
      'the label that selectors look for',
      (things) => {
        const report = named(things, 'Deployment', 'report')
        if (report) report.spec.template.metadata.labels = {}
      },
      'report: Service misses its pods',
    ],
    [
      'the right name of a key',
      (things) => {
        Object.assign(containerOf(things)['securityContext'] as object, { readOnlyRootFileSystem: true })
      },
      'Deployment report: no such key .spec.template.spec.containers.0.securityContext.readOnlyRootFileSystem',
    ],
    [
      'the type of a value',
      (things) => {
        Object.assign(named(things, 'Deployment', 'report')?.spec ?? {}, { replicas: 'two' })
      },
      'Deployment report: data/spec/replicas must be integer',
    ],
  ]

  it.each(removals)('are refused without %s', (_what, remove, problem) => {
    const things = structuredClone(generated)
    remove(things)
    expect(problems(things)).toContain(problem)
  })

  it('allow traffic only between callers and callees, and only fetchers to the web', () => {
    const toTheWeb = generated.filter((one) => JSON.stringify(one.spec).includes('0.0.0.0/0'))
    expect(toTheWeb.map((one) => one.metadata.name).sort()).toEqual(['analyzer', 'notifier', 'pages'])
    const project = JSON.stringify(named(generated, 'NetworkPolicy', 'project')?.spec['ingress'])
    expect(project).toContain('"app.kubernetes.io/name":"gateway"')
    expect(project).not.toContain('"app.kubernetes.io/name":"analyzer"')
  })

  it('allow all pods that use a server to reach those outside of the cluster', () => {
    const outside = read(readFileSync(join(folder, 'production/servers-outside.yaml'), 'utf8'))
    const selector = named(outside, 'NetworkPolicy', 'to-servers-outside')?.spec.podSelector
    const using = deployedServices.filter(({ owns, broker }) => owns.database || owns.redis || broker)
    const expected = [...using.map(({ name }) => name), 'prepare', 'admin']
    expect(selector?.matchExpressions?.map(({ values }) => values.toSorted())).toEqual([expected.toSorted()])
  })

  it("have a pod for the operator's commands, with the variables that docker-compose.yml gives them", () => {
    const [container] = named(generated, 'Deployment', 'admin')?.spec.template.spec.containers ?? []
    const { environment = {} } = readCompose('docker-compose.yml').services['admin'] ?? {}
    expect(container?.env.map(({ name }) => name).toSorted()).toEqual(Object.keys(environment).toSorted())
    for (const [name, value] of Object.entries(environment).filter(([variable]) => variable.endsWith('_RPC')))
      expect(container?.env).toContainEqual({ name, value })
    expect(container).toMatchObject({ image: 'pagebell-project', securityContext: { readOnlyRootFilesystem: true } })
  })

  it("allow traffic between the operator's commands and the services that they may call", () => {
    const pod = '"app.kubernetes.io/name":"admin"'
    const policies = generated.filter(({ kind }) => kind === 'NetworkPolicy')
    const admitting = policies.filter(({ spec }) => JSON.stringify(spec['ingress'] ?? []).includes(pod))
    const called = deployedServices.filter(({ name }) => callersOf(name).includes('admin')).map(({ name }) => name)
    expect(admitting.map(({ metadata }) => metadata.name)).toEqual(called)
    const egress = JSON.stringify(named(generated, 'NetworkPolicy', 'admin')?.spec['egress'])
    const reached = [...egress.matchAll(/"app.kubernetes.io\/name":"([^"]+)"/g)].map(([, name]) => name)
    expect(reached).toEqual([...called, 'rabbitmq'])
  })

  it('name only keys of Secrets that secrets-main.ts writes', () => {
    const addresses = { postgres: '', redis: '', dedupeRedis: '', rabbitmq: '' }
    const written = Object.entries(secretFiles(completePasswords({}), addresses)).flatMap(([holder, files]) =>
      Object.keys(files).map((file) => `pagebell-${holder} ${file}`),
    )
    const keysRead = generated.flatMap((one) => {
      const text = JSON.stringify(one)
      const [, mounted] = /"secretName":"([^"]+)"/.exec(text) ?? []
      const files = [...text.matchAll(/"\/run\/secrets\/pagebell\/([^"]+)"/g)].map(([, file]) => `${mounted} ${file}`)
      const { secretTargetRef = [] } = one.spec as { secretTargetRef?: { name: string; key: string }[] }
      return [...files, ...secretTargetRef.map(({ name, key }) => `${name} ${key}`)]
    })
    expect(keysRead).toContain('pagebell-keda amqp_url')
    expect(keysRead.filter((key) => !written.includes(key))).toEqual([])
  })

  it('name only existing images and services', () => {
    const images = generated.flatMap((one) => [...JSON.stringify(one).matchAll(/"image":"(pagebell-[a-z]+)"/g)])
    const built = [...deployedServices.map(({ name }) => `pagebell-${name}`), 'pagebell-deploy']
    expect(new Set(images.map(([, image]) => image))).toEqual(new Set(built))
    const ingress = JSON.stringify(named(generated, 'Ingress', 'pagebell'))
    expect(ingress).toMatch(/"\/api\/hooks".*"name":"intake".*"\/","pathType":"Prefix".*"name":"gateway"/)
    // The service behind the Ingress runs in edge mode.
    const [intake] = named(generated, 'Deployment', 'intake')?.spec.template.spec.containers ?? []
    expect(intake?.env).toContainEqual({ name: 'INTAKE_AT_EDGE', value: 'true' })
  })
})

const containerOf = (things: Thing[]): Container => {
  const [container] = named(things, 'Deployment', 'report')?.spec.template.spec.containers ?? []
  if (container === undefined) throw new Error('report has no container.')
  return container
}

describe('RabbitMQ on the single node', () => {
  const [container] = named(generated, 'StatefulSet', 'rabbitmq')?.spec.template.spec.containers ?? []

  /** The mode of Erlang's cookie when the server starts, by the mode that it has in the volume. */
  function modeAtStart(before?: number): string {
    const copy = mkdtempSync(join(tmpdir(), 'pagebell-rabbitmq-'))
    try {
      const cookie = join(copy, '.erlang.cookie')
      if (before !== undefined) {
        writeFileSync(cookie, 'a cookie')
        chmodSync(cookie, before)
      }
      writeFileSync(join(copy, 'docker-entrypoint.sh'), `#!/bin/sh\nstat -c %a ${cookie} || true\n`, { mode: 0o755 })
      const { command } = container as { command?: string[] }
      const [shell = '', ...args] = command ?? []
      const ours = args.map((one) => one.replaceAll(/\/var\/lib\/rabbitmq|\/tmp/g, copy))
      const env = { ...process.env, PATH: `${copy}:${process.env['PATH']}` }
      return execFileSync(shell, ours, { env, encoding: 'utf8', stdio: 'pipe' })
    } finally {
      rmSync(copy, { recursive: true })
    }
  }

  it('starts with a cookie that no other user may read, whatever the mount has made of it', () => {
    expect([0o660, 0o440, 0o400].map(modeAtStart)).toEqual(['600\n', '600\n', '600\n'])
    expect(modeAtStart()).toBe('')
  })

  it('keeps the modes of its files when its pod is replaced', () => {
    const { securityContext } = named(generated, 'StatefulSet', 'rabbitmq')?.spec.template.spec ?? {}
    expect(securityContext).toMatchObject({ fsGroupChangePolicy: 'OnRootMismatch' })
  })
})

describe.each(['single-node', 'production'])('the settings of %s', (overlay) => {
  const { configMapGenerator } = parse(readFileSync(join(folder, overlay, 'kustomization.yaml'), 'utf8')) as {
    configMapGenerator: { literals: string[] }[]
  }
  const literals = configMapGenerator.flatMap((one) => one.literals)

  it.each(deployedServices)('have the defaults of $name that its config.ts does not have', async (service) => {
    const file = join(import.meta.dirname, '../../../services', service.name, 'src/config.ts')
    const { config } = (await import(file)) as { config: { properties: Record<string, { default?: unknown }> } }
    const needed = Object.entries(service.settings)
      .filter(([name, value]) => value !== '' && value !== String(config.properties[name]?.default))
      .map(([name, value]) => `${name}=${value}`)
    expect(literals).toEqual(expect.arrayContaining(needed))
  })

  it('have the gateway trust the ingress controller', () => {
    expect(literals).toContainEqual(expect.stringMatching(/^TRUST_PROXY=\d/))
  })
})

const kustomize = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
].find(([program = '', command = '']) => {
  try {
    return execFileSync(program, [command, join(folder, 'base')], { stdio: 'pipe' }).length > 0
  } catch {
    return false
  }
})

// Kustomize is not an npm package: skipped where neither it nor kubectl is installed.
;(kustomize === undefined ? describe.skip : describe)('an overlay, as Kustomize renders it', () => {
  const rendered = new Map<string, Thing[]>()
  const render = (overlay: string): Thing[] => {
    const before = rendered.get(overlay)
    if (before !== undefined) return before
    const copy = mkdtempSync(join(tmpdir(), 'pagebell-kustomize-'))
    try {
      cpSync(folder, copy, { recursive: true })
      const secrets = join(copy, 'components/servers/secrets')
      const program = join(import.meta.dirname, '../src/secrets/secrets-main.ts')
      execFileSync(process.execPath, [program], { env: { ...process.env, SECRETS_DIR: secrets } })
      const [command = '', ...args] = kustomize ?? []
      const printed = execFileSync(command, [...args, join(copy, overlay)], { encoding: 'utf8', maxBuffer: 10_000_000 })
      rendered.set(overlay, read(printed))
      return read(printed)
    } finally {
      rmSync(copy, { recursive: true })
    }
  }

  it.each(['single-node', 'production'])('is valid and complete: %s', (overlay) => {
    expect(problems(render(overlay))).toEqual([])
  })

  it('contains every Secret that a pod of the single node mounts', () => {
    const things = render('single-node')
    const made = things.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name)
    const mounted = things.flatMap((one) => [...JSON.stringify(one).matchAll(/"secretName":"([^"]+)"/g)])
    expect(mounted.length).toBeGreaterThan(deployedServices.length)
    expect(mounted.map(([, name]) => name).filter((name) => !made.includes(name ?? ''))).toEqual([])
  })

  it('takes every image of production from the registry that it names', () => {
    const text = JSON.stringify(render('production'))
    const images = [...text.matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image)
    expect(images.filter((image) => !/^registry\.example\/pagebell-[a-z]+:\d/.test(image ?? ''))).toEqual([])
  })
})

it('the committed files are those that are generated', () => {
  for (const [file, text] of Object.entries(kubernetesFiles())) {
    expect([file, readFileSync(join(folder, file), 'utf8')]).toEqual([file, text])
  }
})
