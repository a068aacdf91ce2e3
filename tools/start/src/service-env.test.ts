import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { serviceEnv } from './service-env.ts'
import { type ServiceName, services, workspace } from './service-list.ts'

const settings = {
  ports: {},
  morePorts: [],
  host: '127.0.0.1',
  publicUrl: 'http://127.0.0.1:8080',
  databaseUrls: { project: 'postgres://project', report: 'postgres://report' },
  redisUrl: 'redis://127.0.0.1',
  amqpUrl: 'amqp://127.0.0.1',
  prefix: '',
  internalToken: 'a secret of this test',
  settingsKey: 'another secret of this test',
  fetchAllow: '',
  engineEndpoints: {},
}

describe('the environment of a service', () => {
  it('contains only the service’s own database', () => {
    const env = { DATABASE_URL: 'postgres://administrator' }
    const urls = services.map((service) => serviceEnv(service, settings, env)['DATABASE_URL'])
    expect(urls).toEqual(services.map((service) => settings.databaseUrls[service as 'project']))
  })

  it('contains only the variables of the terminal that the service reads', () => {
    const terminal = {
      PATH: '/bin',
      HOME: '/home/somebody',
      TZ: 'Europe/Berlin',
      OTEL_TRACES_SAMPLER: 'always_on',
      LOG_LEVEL: 'debug',
      SETTINGS_KEY_FILE: '/run/secrets/settings_key',
      AWS_SECRET_ACCESS_KEY: 'the operator’s own',
      GITHUB_TOKEN: 'the operator’s own',
    }
    for (const service of services) {
      const env = serviceEnv(service, settings, terminal)
      expect(env).toMatchObject({ PATH: '/bin', HOME: '/home/somebody', TZ: 'Europe/Berlin', LOG_LEVEL: 'debug' })
      expect(env).toHaveProperty('OTEL_TRACES_SAMPLER')
      expect(Object.keys(env).filter((name) => /AWS|GITHUB/.test(name))).toEqual([])
      expect([service, 'SETTINGS_KEY_FILE' in env]).toEqual([
        service,
        ['project', 'notifier', 'intake', 'pages'].includes(service),
      ])
    }
  })

  it('hides Redis, databases and all addresses but that of report from the analyzer', () => {
    const env = serviceEnv('analyzer', settings, { INTERNAL_TOKEN: 'of the terminal', REDIS_URL: 'redis://here' })
    const names = Object.keys(env).filter((name) => /TOKEN|REDIS|DATABASE|_RPC$|SETTINGS/.test(name))
    expect(names.toSorted()).toEqual(['INTERNAL_TOKEN', 'REPORT_RPC'])
  })

  it('contains the same database on the replica, if there is a replica and a database', () => {
    const urls = { report: 'postgres://report:word@127.0.0.1:5432/pagebell_report' }
    const env = { DATABASE_REPLICA_URL: 'postgres://administrator@replica:5433/postgres' }
    const replicas = services.map(
      (service) => serviceEnv(service, { ...settings, databaseUrls: urls }, env)['DATABASE_REPLICA_URL'],
    )
    expect(replicas.filter((url) => url !== undefined)).toEqual(['postgres://report:word@replica:5433/pagebell_report'])
  })

  // The flags are in the package, from which the compose file and the manifests take them too.
  it('keeps the analyzer and its threads from writing files and starting programs', () => {
    const refused = ['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'done', false]
    expect(attemptsOf('analyzer')).toEqual([refused, refused])
  })

  it('keeps pages and its threads from it too, but for the compile cache that Node reads where it may write it', () => {
    const refused = ['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'done', true]
    expect(attemptsOf('pages')).toEqual([refused, refused])
  })
})

/** What happens to a program and its thread that write a file, start a program and read one, and whether it may compile. */
function attemptsOf(service: ServiceName): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'pagebell-permissions-'))
  const program = `
    const { Worker, isMainThread, parentPort } = require('node:worker_threads')
    const attempt = (what) => { try { what(); return 'done' } catch (error) { return error.code } }
    const tried = [
      attempt(() => require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'file'))}, '')),
      attempt(() => require('node:child_process').spawnSync("true")),
      attempt(() => require('node:fs').readFileSync(${JSON.stringify(join(import.meta.dirname, 'service-env.ts'))})),
      process.permission.has('fs.write', process.env.NODE_COMPILE_CACHE + '/of-this-version'),
    ]
    if (isMainThread) new Worker(process.argv[1] ?? '', { eval: true }).on('message', (theirs) => console.log(JSON.stringify([tried, theirs])))
    else parentPort.postMessage(tried)`
  const shared = join(workspace, 'node_modules/.cache/node')
  const env = { NODE_COMPILE_CACHE: shared, ...serviceEnv(service, settings, { PATH: process.env['PATH'] }) }
  const output = execFileSync(process.execPath, ['-e', program, program], { cwd: workspace, env, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return JSON.parse(output)
}
