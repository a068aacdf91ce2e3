import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'
import { deployedServices } from '../src/deployed-services.ts'

type Labels = Record<string, string>
export type Container = { name: string; image: string; env: { name: string }[]; ports?: { name: string }[] } & Record<
  string,
  unknown
>
// Loosely typed: the schemas validate it.
export type Thing = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    selector?: { matchLabels?: Labels }
    podSelector?: { matchLabels?: Labels; matchExpressions?: { values: string[] }[] }
    policyTypes?: string[]
    template: { metadata: { labels: Labels }; spec: { containers: Container[]; securityContext?: object } }
  } & Record<string, unknown>
}

const models: Record<string, new (data: never) => { validate(): void }> = {
  'apps/v1 Deployment': Deployment,
  'apps/v1 StatefulSet': StatefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 Job': Job,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'keda.sh/v1alpha1 TriggerAuthentication': TriggerAuthentication,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 ConfigMap': ConfigMap,
  'v1 Namespace': Namespace,
  'v1 Secret': Secret,
  'v1 Service': Service,
}

/** The objects in a YAML text. Kustomize folds base64, which Kubernetes accepts but the schemas do not. */
export const read = (text: string): Thing[] =>
  parseAllDocuments(text).map((document) => {
    const thing = document.toJS() as Thing & { data?: Record<string, string> }
    if (thing.kind !== 'Secret') return thing
    const data = Object.entries(thing.data ?? {}).map(([key, value]) => [key, value.replace(/\s/g, '')])
    return { ...thing, data: Object.fromEntries(data) }
  })
const nameOf = ({ kind, metadata }: Thing): string => `${kind} ${metadata.name}`
export const named = (things: Thing[], kind: string, name: string): Thing | undefined =>
  things.find((one) => one.kind === kind && one.metadata.name === name)
const matches = (selector: Labels | undefined, labels: Labels): boolean =>
  selector !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value)

/** The keys that a schema does not know: its validator reads every known property. */
function unknownKeys(thing: object, validate: (watched: object) => void): string[] {
  const unread = new Set<string>()
  const watch = (value: object, path: string): object => {
    for (const key of Object.keys(value)) unread.add(`${path}.${key}`)
    return new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key)
        unread.delete(`${path}.${String(key)}`)
        return typeof found === 'object' && found !== null ? watch(found, `${path}.${String(key)}`) : found
      },
    })
  }
  validate(watch(thing, ''))
  return [...unread]
}

/** The problems of the manifests for a cluster. */
export function problems(things: Thing[]): string[] {
  const found: string[] = []
  for (const thing of things) {
    const model = models[`${thing.apiVersion} ${thing.kind}`]
    if (model === undefined) {
      found.push(`${nameOf(thing)}: no schema for ${thing.apiVersion}`)
      continue
    }
    try {
      for (const key of unknownKeys(thing, (watched) => model.prototype.validate.call(watched))) {
        found.push(`${nameOf(thing)}: no such key ${key}`)
      }
    } catch (error) {
      found.push(`${nameOf(thing)}: ${(error as Error).message}`)
    }
  }
  for (const { name, ports, copies } of deployedServices) {
    const deployment = named(things, 'Deployment', name)
    if (deployment === undefined) {
      found.push(`${name}: no Deployment`)
      continue
    }
    const { labels } = deployment.spec.template.metadata
    const [container] = deployment.spec.template.spec.containers
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      const { httpGet } = (container?.[probe] ?? {}) as { httpGet?: { port: string } }
      if (!container?.ports?.some((port) => port.name === httpGet?.port)) found.push(`${name}: no ${probe}`)
    }
    const { limits } = (container?.['resources'] ?? {}) as { limits?: { memory?: string } }
    if (limits?.memory === undefined) found.push(`${name}: no limit of memory`)
    const security = container?.['securityContext'] as
      | { readOnlyRootFilesystem?: boolean; capabilities?: { drop?: string[] } }
      | undefined
    if (security?.readOnlyRootFilesystem !== true || security.capabilities?.drop?.[0] !== 'ALL') {
      found.push(`${name}: not confined`)
    }
    if (!matches(deployment.spec.selector?.matchLabels, labels)) found.push(`${name}: its selector misses its pods`)
    const expected = [
      ['PodDisruptionBudget', name],
      ['NetworkPolicy', name],
      ...(ports.length > 0 ? [['Service', name]] : []),
      ...(copies.by === 'cpu' ? [['HorizontalPodAutoscaler', name]] : []),
    ] as [string, string][]
    for (const [kind, expectedName] of expected) {
      const thing = named(things, kind, expectedName)
      if (thing === undefined) {
        found.push(`${name}: no ${kind}`)
        continue
      }
      const { selector, podSelector } = thing.spec
      const chosen = kind === 'Service' ? (selector as Labels) : (selector ?? podSelector)?.matchLabels
      if (kind !== 'HorizontalPodAutoscaler' && !matches(chosen, labels)) found.push(`${name}: ${kind} misses its pods`)
    }
  }
  const denied = named(things, 'NetworkPolicy', 'default-deny')?.spec
  if (denied?.policyTypes?.length !== 2 || denied.podSelector?.matchLabels !== undefined) {
    found.push('what no policy names is not denied')
  }
  return found
}
