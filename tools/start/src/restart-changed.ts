import { affectedProcesses } from './affected-processes.ts'
import { workspace } from './service-list.ts'
import type { System } from './start-system.ts'
import { watchSources } from './watch-sources.ts'

/** Restarts each process of a running system when a file that it loads changes; migrations wait for the next start. */
export function restartChanged(system: System, log: (line: string) => void, signal: AbortSignal): void {
  watchSources(
    workspace,
    ['libs', 'protos', 'services', 'tools/sandbox'],
    (files) => {
      const migrations = files.filter((file) => file.includes('/migrations/'))
      if (migrations.length > 0) log(`${migrations.join(', ')}: stop and start again to migrate.`)
      const sources = files.filter((file) => !file.includes('/migrations/'))
      for (const one of system.processes()) {
        const reasons = sources.filter((file) => affectedProcesses(file).includes(one.name))
        if (reasons.length > 0) void one.restart(`${reasons.slice(0, 3).join(', ')} changed`)
      }
    },
    { signal },
  )
}
