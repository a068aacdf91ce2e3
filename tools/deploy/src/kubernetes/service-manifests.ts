import { type DeployedService, plainVariables, secretVariables } from '../deployed-services.ts'
import { labelsOf, type Manifest, manifest } from './manifest.ts'
import { podTemplate } from './pod.ts'

/** All manifests of one service. */
export function serviceManifests(service: DeployedService): Manifest[] {
  const { name, copies } = service
  return [
    deployment(service),
    ...(service.ports.length > 0 ? [discovery(service)] : []),
    manifest('policy/v1', 'PodDisruptionBudget', name, {
      spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
    }),
    ...(copies.by === 'cpu' ? [autoscaler(service)] : []),
  ]
}

function deployment(service: DeployedService): Manifest {
  const { name, ports, healthPort, copies, memoryMb, settings, limits } = service
  const probe = (path: string, more: object) => ({ httpGet: { path, port: 'health' }, timeoutSeconds: 4, ...more })
  const template = podTemplate({
    name,
    image: `pagebell-${name}`,
    variables: { ...plainVariables(service), ...(name === 'intake' ? { INTAKE_AT_EDGE: 'true' } : {}) },
    secretVariables: secretVariables(service),
    settings: ['LOG_LEVEL', ...Object.keys(settings), ...limits],
    memoryMb,
    cpu: '100m',
    pod: {
      // Leave rotation, finish work in progress, close connections: services need less than half of it.
      terminationGracePeriodSeconds: 45,
      topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: labelsOf(name) },
      })),
    },
    container: {
      ports: [
        ...ports.map((one) => ({ name: one.name, containerPort: one.port })),
        { name: 'health', containerPort: healthPort },
      ],
      startupProbe: probe('/readyz', { periodSeconds: 2, failureThreshold: 60 }),
      readinessProbe: probe('/readyz', { periodSeconds: 5, failureThreshold: 2 }),
      livenessProbe: probe('/livez', { periodSeconds: 10, failureThreshold: 6 }),
      // Until the pod is removed from the endpoints. Needs Kubernetes 1.30, as the image has no shell.
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    },
  })
  return manifest('apps/v1', 'Deployment', name, {
    spec: {
      // Otherwise the autoscaler sets the number of replicas.
      ...(copies.by === 'hand' ? { replicas: copies.minReplicas } : {}),
      revisionHistoryLimit: 5,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: labelsOf(name) },
      template,
    },
  })
}

/** Headless for gRPC: clients balance round-robin over all pods, as one connection carries many calls. */
function discovery({ name, ports }: DeployedService): Manifest {
  const speaksGrpc = ports.some((one) => one.name === 'grpc')
  return manifest('v1', 'Service', name, {
    spec: {
      ...(speaksGrpc ? { clusterIP: 'None' } : {}),
      selector: labelsOf(name),
      ports: ports.map((one) => ({
        name: one.name,
        port: one.port,
        targetPort: one.name,
        appProtocol: one.name === 'grpc' ? 'kubernetes.io/h2c' : 'http',
      })),
    },
  })
}

function autoscaler({ name, copies }: DeployedService): Manifest {
  return manifest('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: copies.minReplicas,
      maxReplicas: copies.maxReplicas,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  })
}
