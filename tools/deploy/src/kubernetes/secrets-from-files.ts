import { completePasswords, secretFiles } from '../secrets/secret-files.ts'

/**
 * Kustomize's generators for the files that secrets-main.ts writes into the folder `secrets`, a Secret for each holder.
 */
export function secretsFromFiles(): { name: string; files: string[] }[] {
  const addresses = {
    postgres: 'postgres:5432',
    redis: 'redis:6379',
    dedupeRedis: 'dedupe-redis:6379',
    rabbitmq: 'rabbitmq:5672',
  }
  return Object.entries(secretFiles(completePasswords({}), addresses)).map(([holder, files]) => ({
    name: `pagebell-${holder}`,
    // passwords.json stays with the operator.
    files: Object.keys(files)
      .filter((file) => file !== 'passwords.json')
      .map((file) => `secrets/${holder}/${file}`),
  }))
}
