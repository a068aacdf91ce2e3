import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { findProgram } from './find-program.ts'
import { runProcess } from './run-process.ts'
import { StartProblem } from './start-problem.ts'

const packages = ['postgresql', 'redis-server', 'rabbitmq-server']

/** The message where installation is not possible. */
export const whatToInstall =
  'Pagebell needs PostgreSQL 15+, Redis 7+ and RabbitMQ 3.10+: install them (Debian, Ubuntu: apt-get install postgresql redis-server rabbitmq-server; macOS: brew install postgresql@17 redis rabbitmq), start a Docker engine, or set DATABASE_URL, REDIS_URL and AMQP_URL.'

/** Whether apt can install the servers here: Debian or Ubuntu, as root. */
export async function canInstall(): Promise<boolean> {
  if (process.getuid?.() !== 0 || (await findProgram('apt-get')) === undefined) return false
  const release = await readFile('/etc/os-release', 'utf8').then(
    (text) => text,
    () => '',
  )
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release)
}

/** Installs the three servers with apt, after a prompt if stdin is a terminal. */
export async function installServers(log: (line: string) => void): Promise<void> {
  if (process.stdin.isTTY) {
    const prompt = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await prompt.question(`Install ${packages.join(', ')} with apt-get? [Y/n] `)
    prompt.close()
    if (!/^(y|yes|)$/i.test(answer.trim())) throw new StartProblem(whatToInstall)
  }
  log(`installing ${packages.join(', ')} with apt-get: this takes a minute or two`)
  // RUNLEVEL=1 keeps the packages from starting their servers.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const apt = await runProcess('apt-get', args, { env })
    if ((await apt.ended) !== 0) {
      throw new StartProblem(`apt-get ${args[0]} failed: ${apt.lastLines().slice(-3).join(' | ')}. ${whatToInstall}`)
    }
  }
}
