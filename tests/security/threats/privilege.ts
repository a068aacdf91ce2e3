import type { Threat } from '../threat.ts'

const compose = 'tools/deploy/src/compose/compose-file.test.ts'
const supply = 'tests/security/supply.test.ts'
const brokerUsers = 'tests/deploy/broker-users.test.ts'

export const privilegeThreats: readonly Threat[] = [
  {
    threat: 'a service that is taken over and changes its tables',
    ids: ['API8:2023', 'ASVS 13.2.2'],
    guard: 'libs/postgres/src/create-database.ts',
    test: { file: 'tests/libs/postgres/migrate.test.ts', title: 'does not let it %s' },
    find: 'login nosuperuser nocreatedb nocreaterole',
    put: 'login superuser',
  },
  {
    threat: "a service that is taken over and reads another's database",
    ids: ['API8:2023', 'ASVS 13.2.2'],
    guard: 'libs/postgres/src/create-database.ts',
    test: { file: 'tests/libs/postgres/migrate.test.ts', title: 'lets no other role connect' },
    find: '  await admin.query(`revoke all on database ${quote(database)} from public`)\n',
    put: '',
  },
  {
    threat: "a service that is taken over and takes another's messages",
    ids: ['API8:2023', 'ASVS 13.2.2'],
    guard: 'tools/deploy/src/secrets/broker-users.ts',
    test: { file: brokerUsers, title: 'takes from its own queues, and from nobody else’s' },
    find: "read: anyOf([...queues.map(exactly), ...(listens ? ['pagebell'] : []), ...own]),",
    put: "read: '.*',",
  },
  {
    threat: "a service that is taken over and sends another's messages",
    ids: ['API8:2023', 'ASVS 13.2.2'],
    guard: 'tools/deploy/src/secrets/broker-users.ts',
    test: { file: brokerUsers, title: 'publishes its own messages, and nobody else’s' },
    find: 'write: keys(({ producer }) => producer === service),',
    put: "write: '.*',",
  },
  {
    threat: 'a container that is root, writes to its disk or gains rights',
    ids: ['API8:2023', 'ASVS 15.2.5'],
    guard: 'tools/deploy/src/compose/own-containers.ts',
    test: { file: compose, title: 'confines %s' },
    find: "  cap_drop: ['ALL'],\n",
    put: '',
  },
  {
    threat: 'a pod that is root, writes to its disk or gains rights',
    ids: ['API8:2023', 'ASVS 15.2.5'],
    guard: 'tools/deploy/src/kubernetes/pod.ts',
    test: {
      file: 'tools/deploy/test/manifests.test.ts',
      title: 'are valid, know no other keys than Kubernetes does, and leave nothing out',
    },
    find: '  readOnlyRootFilesystem: true,\n',
    put: '',
  },
  {
    threat: 'a service that has no business outside and goes there',
    ids: ['API7:2023', 'ASVS 13.2.4'],
    guard: 'tools/deploy/src/compose/own-containers.ts',
    test: { file: compose, title: 'lets out only those that fetch, and the one whose port is published' },
    find: "networks: reachesOutside || isPublic ? ['inside', 'outside'] : ['inside'],",
    put: "networks: reachesOutside || isPublic || name === 'report' ? ['inside', 'outside'] : ['inside'],",
  },
  {
    threat: 'a parser of the analyzer that writes files or starts programs',
    ids: ['API10:2023', 'ASVS 15.2.5'],
    guard: 'services/analyzer/package.json',
    test: {
      file: 'tools/start/src/service-env.test.ts',
      title: 'lets the analyzer write no file and start no program, in its threads neither',
    },
    find: '--permission --allow-fs-read=* --allow-worker --disable-warning=PERM0006',
    put: '--disable-warning=PERM0006',
  },
  {
    threat: 'a package that is not the one that was looked at',
    ids: ['ASVS 15.2.4'],
    guard: 'deploy/Dockerfile',
    test: { file: supply, title: 'comes by the lock file alone, and runs nothing when it gets into an image' },
    find: 'RUN npm ci --omit=dev --ignore-scripts',
    put: 'RUN npm install --omit=dev',
  },
  {
    threat: 'a package that runs something when it is installed',
    ids: ['ASVS 15.2.4'],
    guard: 'package.json',
    test: { file: supply, title: 'runs a script of its own at its installation only where that is allowed by name' },
    find: '  "allowScripts": {\n    "node": true\n  }',
    put: '  "allowScripts": {\n    "node": true,\n    "ssh2": true\n  }',
  },
  {
    threat: 'a package in an image of which nobody knows',
    ids: ['API9:2023', 'ASVS 15.1.2'],
    guard: 'tools/deploy/src/sbom/describe-packages.ts',
    test: {
      file: supply,
      title: 'is listed by npm run sbom, with hashes and licences, as far as it gets into an image',
    },
    find: 'paths.map((path) => describe(root, path, locked[inLock(path)]?.integrity))',
    put: 'paths.slice(0, 20).map((path) => describe(root, path, locked[inLock(path)]?.integrity))',
  },
  {
    threat: 'an operator who forgets what a public host needs',
    ids: ['API8:2023', 'ASVS 13.2.3'],
    guard: 'libs/runtime/src/production-risks.ts',
    test: {
      file: 'libs/runtime/src/production-risks.test.ts',
      title: 'says so in its log, with no secret, and only there',
    },
    find: "if (env['NODE_ENV'] !== 'production') return",
    put: 'if (env !== undefined) return',
  },
]
