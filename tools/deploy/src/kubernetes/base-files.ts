import { stringify } from 'yaml'
import { deployedServices } from '../deployed-services.ts'
import { admin } from './admin.ts'
import { ingress } from './ingress.ts'
import type { Manifest } from './manifest.ts'
import { networkPolicies } from './network-policies.ts'
import { prepareJob } from './prepare-job.ts'
import { queueScalers } from './queue-scalers.ts'
import { secretsFromFiles } from './secrets-from-files.ts'
import { serversInCluster } from './servers-in-cluster.ts'
import { serviceManifests } from './service-manifests.ts'

const head = '# Written by `npm run generate` from tools/deploy: change it there.\n'

/** File name → text of what `npm run generate` writes: base/ and components/. */
export function kubernetesFiles(): Record<string, string> {
  const base: Record<string, Manifest[]> = {
    ...Object.fromEntries(deployedServices.map((service) => [`${service.name}.yaml`, serviceManifests(service)])),
    'ingress.yaml': [ingress()],
    'network-policies.yaml': networkPolicies(),
    'prepare.yaml': [prepareJob()],
    'admin.yaml': [admin()],
  }
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: Object.keys(base),
  }
  const component = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' }
  return {
    ...Object.fromEntries(Object.entries(base).map(([file, manifests]) => [`base/${file}`, text(manifests)])),
    'base/kustomization.yaml': text([kustomization]),
    'components/queue-scalers/queue-scalers.yaml': text(queueScalers()),
    'components/queue-scalers/kustomization.yaml': text([{ ...component, resources: ['queue-scalers.yaml'] }]),
    'components/servers/servers.yaml': text(serversInCluster()),
    'components/servers/kustomization.yaml': text([
      { ...component, resources: ['servers.yaml'], secretGenerator: secretsFromFiles() },
    ]),
  }
}

const text = (objects: object[]): string =>
  head + objects.map((one) => stringify(one, { lineWidth: 120, aliasDuplicateObjects: false })).join('---\n')
