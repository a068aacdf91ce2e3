// Runs inside the image's build, with the user of its containers: has Node keep, in NODE_COMPILE_CACHE, what it makes of
// a service's TypeScript, so that no container has to load the compiler. Without one file of it a start takes 30 MB and
// a third of the time more.
import { chmodSync, globSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire, flushCompileCache, getCompileCacheDir } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , user] = process.argv
const [, program] = /import\('(.+)'\)/.exec(readFileSync('main.ts', 'utf8'))
const [service] = /^\.\/services\/[\w-]+\/src\//.exec(program) ?? []
if (service !== undefined) {
  const programs = ['**/*.test.ts', '**/main.ts', '**/cli/**', '**/admin/**', '**/*.process.ts', '**/launch.worker.ts']
  // Piscina requires the file of a thread, which Node keeps by another name than one that is imported, and imports it if
  // it waits for something.
  const require = createRequire(import.meta.url)
  for (const path of globSync(`${service}**/*.worker.ts`, { exclude: programs })) {
    try {
      require(resolve(path))
    } catch (error) {
      if (error.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    }
  }
  for (const path of globSync([`${service}**/*.ts`, 'libs/*/src/**/*.ts'], { exclude: programs })) {
    await import(pathToFileURL(resolve(path)))
  }
  // The program too, as far as the first thing it does: it refuses an environment that does not fit.
  for (const name of ['ANALYZER', 'GATEWAY', 'INTAKE', 'NOTIFIER', 'PANEL', 'PROJECT', 'REPORT']) {
    process.env[`${name}_HEALTH_PORT`] = 'none'
  }
  const refusal = await import(pathToFileURL(resolve('main.ts'))).catch((error) => error)
  if (!/environment does not fit/.test(String(refusal))) throw new Error(`Not refused: ${refusal}`)
  flushCompileCache()
  // Node names the folder by the user who runs it, and lets only that user read what is in it. The owner stays root, so
  // that a container reads it and cannot write it.
  const kept = getCompileCacheDir()
  for (const file of readdirSync(kept)) chmodSync(join(kept, file), 0o444)
  renameSync(kept, kept.replace(/-\d+$/, `-${user}`))
}
