import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPackages } from '../image/find-packages.ts'

type Manifest = {
  name: string
  version: string
  license?: string | { type: string }
  /** The form before 2015. */
  licenses?: { type: string }[]
  dependencies?: Record<string, string>
}
type Locked = Record<string, { integrity?: string }>

export type Component = {
  type: 'library'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: [{ expression: string }]
  hashes?: [{ alg: 'SHA-512'; content: string }]
}

/**
 * The contents of the images of these workspaces, as CycloneDX 1.6, found like in the image build. The list of npm
 * omits packages that are also dev dependencies. Deterministic.
 */
export async function describePackages(root: string, workspaces: readonly string[]) {
  const { packages: locked } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  const found = await Promise.all(workspaces.map((workspace) => findPackages(root, workspace)))
  const paths = [...new Set(found.flat().map(({ path }) => path))]
  const described = await Promise.all(paths.map((path) => describe(root, path, locked[inLock(path)]?.integrity)))
  const components = [...new Map(described.map((one) => [one.purl, one])).values()]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'pagebell', licenses: [{ expression: 'Apache-2.0' }] } },
    components: components.sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

/** Packages may be linked from another folder, as in copies made by tests. */
const inLock = (path: string): string => (path.startsWith('..') ? path.slice(path.indexOf('node_modules/')) : path)

async function describe(root: string, path: string, integrity: string | undefined): Promise<Component> {
  const manifest = JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')) as Manifest
  const { name, version } = manifest
  // The @ of a scope is written as %40 in a package URL.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ expression: licenceOf(manifest) }],
    ...(integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
  }
}

/** The SPDX expression of a package; NOASSERTION without one. */
export function licenceOf({ license, licenses }: Pick<Manifest, 'license' | 'licenses'>): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'NOASSERTION'
}

const hexOf = (integrity: string): string => Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
