import { labelsOf } from './manifest.ts'

/** Security context of all pods: non-root, read-only, no capabilities. */
const podSecurity = {
  runAsNonRoot: true,
  runAsUser: 1000,
  runAsGroup: 1000,
  fsGroup: 1000,
  seccompProfile: { type: 'RuntimeDefault' },
}
const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

type Pod = {
  name: string
  image: string
  variables: Record<string, string>
  /** Variables in files, with the same name in lower case, of the Secret pagebell-<name>. */
  secretVariables: readonly string[]
  /** Variables that the ConfigMap pagebell may set. */
  settings?: readonly string[]
  memoryMb: number
  cpu: string
  container?: object
  pod?: object
}

/** A pod with one container, settings from the ConfigMap pagebell and secrets from its own files. */
export function podTemplate({ name, image, variables, secretVariables, settings = [], ...more }: Pod): object {
  const { memoryMb, cpu, container, pod } = more
  const files = secretVariables.map((variable) => [
    `${variable}_FILE`,
    `/run/secrets/pagebell/${variable.toLowerCase()}`,
  ])
  const env = [
    ...[...Object.entries(variables), ...files].map(([variable, value]) => ({ name: variable, value })),
    ...settings.map((variable) => ({
      name: variable,
      valueFrom: { configMapKeyRef: { name: 'pagebell', key: variable, optional: true } },
    })),
  ]
  return {
    metadata: { labels: labelsOf(name) },
    spec: {
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: podSecurity,
      ...pod,
      containers: [
        {
          name,
          image,
          env,
          resources: {
            requests: { cpu, memory: `${Math.round(memoryMb / 2)}Mi` },
            // No CPU limit: throttling would only add latency.
            limits: { memory: `${memoryMb}Mi` },
          },
          securityContext: containerSecurity,
          volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/pagebell', readOnly: true }],
          ...container,
        },
      ],
      volumes: [{ name: 'secrets', secret: { secretName: `pagebell-${name}`, defaultMode: 0o440 } }],
    },
  }
}
