import { watch } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls `onChange` with the changed files below `folders`, as paths from `root`. Debounced, as editors write a file in
 * several steps and Git many files at once. Ends when the signal is aborted.
 */
export function watchSources(
  root: string,
  folders: readonly string[],
  onChange: (files: string[]) => void,
  { signal, settleMs = 200 }: { signal: AbortSignal; settleMs?: number },
): void {
  const changed = new Set<string>()
  let settling: NodeJS.Timeout | undefined
  const settle = (): void => {
    const files = [...changed]
    changed.clear()
    onChange(files)
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true, signal }, (_event, name) => {
      if (name === null || name.includes('node_modules')) return
      changed.add(join(folder, name))
      clearTimeout(settling)
      settling = setTimeout(settle, settleMs)
    })
  }
  signal.addEventListener('abort', () => clearTimeout(settling))
}
