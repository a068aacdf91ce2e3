// Creates the secrets of an installation, in SECRETS_DIR/<holder>. Existing ones are kept.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '@pagebell/runtime/read-config'
import { Type } from '@pagebell/schema/type'
import { completePasswords, type Passwords, secretFiles, sharedToken } from './secret-files.ts'

const config = readConfig(
  Type.Object({
    SECRETS_DIR: Type.String({ description: 'a folder for each holder of secrets is made here' }),
    POSTGRES_ADDRESS: Type.String({ default: 'postgres:5432', description: 'host:port of PostgreSQL' }),
    REDIS_ADDRESS: Type.String({ default: 'redis:6379', description: 'host:port of Redis' }),
    DEDUPE_REDIS_ADDRESS: Type.String({ default: 'dedupe-redis:6379', description: 'host:port of the dedupe Redis' }),
    RABBITMQ_ADDRESS: Type.String({ default: 'rabbitmq:5672', description: 'host:port of RabbitMQ' }),
    KEDA: Type.Boolean({ default: true, description: 'also for KEDA, which scales by queue length in a cluster' }),
    FINISH_UPGRADE: Type.Boolean({
      default: false,
      description: 'every service runs this version: what only older ones need is refused from now on',
    }),
  }),
  process.env,
)

const kept = join(config.SECRETS_DIR, 'prepare', 'passwords.json')
const known = await readFile(kept, 'utf8').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return '{}'
  throw error
})
const { [sharedToken]: shared, ...others } = JSON.parse(known) as Passwords
const isUpgrade = shared !== undefined && !config.FINISH_UPGRADE
const passwords = completePasswords(isUpgrade ? { ...others, [sharedToken]: shared } : others, { keda: config.KEDA })
const addresses = {
  postgres: config.POSTGRES_ADDRESS,
  redis: config.REDIS_ADDRESS,
  dedupeRedis: config.DEDUPE_REDIS_ADDRESS,
  rabbitmq: config.RABBITMQ_ADDRESS,
}
for (const [holder, files] of Object.entries(secretFiles(passwords, addresses))) {
  const folder = join(config.SECRETS_DIR, holder)
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    // Readable by any user: only its holder mounts the folder.
    const mode = 0o644
    await writeFile(join(folder, name), text, { mode })
    // writeFile leaves the mode of an existing file as it is, such as that of a restored passwords.json.
    await chmod(join(folder, name), mode)
  }
}
console.log(
  known === '{}' ? 'Created the secrets of a new installation.' : 'The secrets of this installation are in place.',
)
if (isUpgrade)
  console.log('An upgrade is in progress: the secret that all services shared is still accepted. See docs/upgrade.md.')
