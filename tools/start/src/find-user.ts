import { readFile } from 'node:fs/promises'

/** The first of these users that the machine has. */
export async function findUser(names: string[]): Promise<{ uid: number; gid: number } | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const entry = lines.find((fields) => fields[0] === name)
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  return undefined
}
