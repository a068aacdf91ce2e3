import { join } from 'node:path'
import { runProgram, startProgram } from './run-program.ts'

export type MariaDb = AsyncDisposable & { socket: string; ask(sql: string): Promise<string> }

/** A private MariaDB that only its socket reaches, with an empty database of this name. Its user is root. */
export async function startMariaDb(folder: string, database: string): Promise<MariaDb> {
  const [data, socket] = [join(folder, 'mariadb'), join(folder, 'mariadb.sock')]
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const login = '--auth-root-authentication-method=normal'
  const preparation = ['--no-defaults', `--datadir=${data}`, login, '--skip-test-db', ...user]
  await runProgram('mariadb-install-db', preparation, { cwd: folder })
  const ask = (sql: string) =>
    runProgram('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', sql], { cwd: folder })
  const options = ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', ...user]
  const server = await startProgram('mariadbd', options, { cwd: folder }, () => ask('select 1').then(() => true))
  await ask(`create database ${database} character set utf8mb4`)
  return { socket, ask, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
