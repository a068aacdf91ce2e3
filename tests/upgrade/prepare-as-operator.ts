import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSecrets } from '@pagebell/start/keep-secrets'
import { databaseName } from '@pagebell/start/prepare-databases'
import { servicesWithDatabase, workspace } from '@pagebell/start/service-list'
import { testRun } from '@pagebell/testing/test-run'
import pg from 'pg'
import type { TestSystem } from '../e2e/test-system.ts'

/** A service's database in the form that `migrate` expects. */
export type Target = { database: string; role: string; password: string }

/** The databases of a system that `npm start` created. */
export async function targetsOf(system: TestSystem): Promise<Record<string, Target>> {
  const { rolePasswords } = await readSecrets(system.dataDir)
  const prefix = system.env['REDIS_PREFIX'] ?? ''
  return Object.fromEntries(
    servicesWithDatabase.map((service) => {
      const database = databaseName(prefix, service)
      return [service, { database, role: database, password: rolePasswords[service] ?? passwordOfAdded(service) }]
    }),
  )
}

/** Of services that the version before has not, made as `secrets` makes them. */
const passwords = new Map<string, string>()

function passwordOfAdded(service: string): string {
  const password = passwords.get(service) ?? randomBytes(24).toString('base64url')
  passwords.set(service, password)
  return password
}

/** The DATABASE_URL of each service that has one. */
export async function databaseUrlsOf(system: TestSystem): Promise<Record<string, string>> {
  const urls = Object.entries(await targetsOf(system)).map(([service, { database, role, password }]) => {
    const url = new URL(testRun().databaseUrl)
    url.pathname = `/${database}`
    url.username = role
    url.password = encodeURIComponent(password)
    return [service, url.href]
  })
  return Object.fromEntries(urls)
}

/** Runs the migration job of compose and Kubernetes with the code of this working copy; returns its output. */
export async function prepareAsOperator(system: TestSystem): Promise<string> {
  const { databaseUrl, amqpUrl } = testRun()
  const ownUrls = Object.entries(await databaseUrlsOf(system)).map(([service, url]) => [
    `${service.toUpperCase()}_DATABASE_URL`,
    url,
  ])
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(workspace, 'tools/deploy/src/prepare/prepare-main.ts')],
    {
      cwd: workspace,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        AMQP_URL: amqpUrl,
        AMQP_PREFIX: system.env['AMQP_PREFIX'],
        ...Object.fromEntries(ownUrls),
      },
    },
  )
  return stdout
}

/** Drops the databases that the version before does not know, and therefore does not drop. */
export async function dropAdded(system: TestSystem): Promise<void> {
  const admin = new pg.Client({ connectionString: testRun().databaseUrl })
  await admin.connect()
  try {
    for (const service of passwords.keys()) {
      const name = pg.escapeIdentifier(databaseName(system.env['REDIS_PREFIX'] ?? '', service))
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`drop role if exists ${name}`)
    }
  } finally {
    await admin.end()
  }
}
