import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * `folder` if `user` can access it; otherwise, such as in a private home directory, a folder under /var/lib that is
 * derived from its path, so that the next start finds it again.
 */
export async function reachableFolder(folder: string, user: { uid: number; gid: number }): Promise<string> {
  await mkdir(folder, { recursive: true })
  if (await isReachable(folder, user)) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const elsewhere = join('/var/lib/pagebell', name)
  await mkdir(elsewhere, { recursive: true, mode: 0o755 })
  return elsewhere
}

async function isReachable(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let place = folder; ; place = dirname(place)) {
    const { mode, uid, gid } = await stat(place)
    const may = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
    if (may === 0) return false
    if (place === dirname(place)) return true
  }
}
