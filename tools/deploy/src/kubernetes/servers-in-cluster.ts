import { smallRaftLog } from '@pagebell/broker/server-settings'
import { readImages } from '@pagebell/images/read-images'
import { labelsOf, type Manifest, manifest } from './manifest.ts'

type Server = {
  name: 'postgres' | 'redis' | 'dedupe-redis' | 'rabbitmq'
  image: string
  port: number
  data: string
  /** The uid of the public image. */
  uid: number
  command: string[]
  env?: { name: string; value: string }[]
  probe: string[]
  memory: string
}

/** One PostgreSQL, Redis and RabbitMQ each, for evaluation: not highly available. */
export function serversInCluster(): Manifest[] {
  const images = readImages()
  return [
    ...parts({
      name: 'postgres',
      image: images.POSTGRES_IMAGE,
      port: 5432,
      data: '/pgdata',
      uid: 999,
      command: ['docker-entrypoint.sh', 'postgres', '-c', 'max_connections=300'],
      env: [
        { name: 'PGDATA', value: '/pgdata/data' },
        { name: 'POSTGRES_PASSWORD_FILE', value: '/run/secrets/pagebell/password' },
      ],
      probe: ['pg_isready', '-q', '-h', '127.0.0.1', '-U', 'postgres'],
      memory: '1Gi',
    }),
    ...(['redis', 'dedupe-redis'] as const).flatMap((name) =>
      parts({
        name,
        image: images.REDIS_IMAGE,
        port: 6379,
        data: '/data',
        uid: 999,
        command: ['redis-server', '/run/secrets/pagebell/redis.conf'],
        probe: ['redis-cli', 'ping'],
        memory: '512Mi',
      }),
    ),
    ...parts({
      name: 'rabbitmq',
      image: images.RABBITMQ_IMAGE,
      port: 5672,
      data: '/var/lib/rabbitmq',
      uid: 999,
      command: [
        'sh',
        '-c',
        [
          // A mounted volume can have all files readable by the group; Erlang refuses such a cookie.
          '{ [ ! -e /var/lib/rabbitmq/.erlang.cookie ] || chmod 600 /var/lib/rabbitmq/.erlang.cookie; }',
          `printf "load_definitions = /run/secrets/pagebell/definitions.json\\n${smallRaftLog}\\n" > /tmp/pagebell.conf`,
          'exec docker-entrypoint.sh rabbitmq-server',
        ].join(' && '),
      ],
      env: [
        { name: 'RABBITMQ_CONFIG_FILE', value: '/tmp/pagebell.conf' },
        { name: 'RABBITMQ_NODENAME', value: 'rabbit@localhost' },
      ],
      probe: ['rabbitmq-diagnostics', '-q', 'check_port_listener', '5672'],
      memory: '1Gi',
    }),
  ]
}

function parts({ name, image, port, data, uid, command, env = [], probe, memory }: Server): Manifest[] {
  const check = { exec: { command: probe }, periodSeconds: 15, timeoutSeconds: 15 }
  const pod = {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 60,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: uid,
      fsGroup: uid,
      // Otherwise each mount makes every file readable and writable for the group.
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name,
        image,
        command,
        env,
        ports: [{ name: 'main', containerPort: port }],
        startupProbe: { ...check, failureThreshold: 20 },
        readinessProbe: check,
        livenessProbe: { ...check, failureThreshold: 6 },
        resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory } },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        volumeMounts: [
          { name: 'data', mountPath: data },
          { name: 'secrets', mountPath: '/run/secrets/pagebell', readOnly: true },
        ],
      },
    ],
    volumes: [{ name: 'secrets', secret: { secretName: `pagebell-${name}`, defaultMode: 0o440 } }],
  }
  return [
    manifest('apps/v1', 'StatefulSet', name, {
      spec: {
        serviceName: name,
        replicas: 1,
        selector: { matchLabels: labelsOf(name) },
        template: { metadata: { labels: labelsOf(name) }, spec: pod },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
          },
        ],
      },
    }),
    manifest('v1', 'Service', name, {
      spec: { selector: labelsOf(name), ports: [{ name: 'main', port, targetPort: 'main' }] },
    }),
    manifest('networking.k8s.io/v1', 'NetworkPolicy', name, {
      spec: {
        podSelector: { matchLabels: labelsOf(name) },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          {
            from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'pagebell' } } }],
            ports: [{ protocol: 'TCP', port }],
          },
        ],
        egress: [],
      },
    }),
  ]
}
