/** Addresses around each "@", found from the sign outwards, so that no long run of letters costs quadratic time. */
export function findEmails(text: string): string[] {
  const found = new Set<string>()
  for (let at = text.indexOf('@'); at >= 0 && found.size < 1000; at = text.indexOf('@', at + 1)) {
    const before = text.slice(Math.max(0, at - 64), at)
    const local = /[a-z0-9._%+-]{1,64}$/i.exec(before)?.[0]
    const domain = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}/i.exec(text.slice(at + 1, at + 256))?.[0]
    if (local !== undefined && domain !== undefined) found.add(`${local}@${domain}`.toLowerCase())
  }
  return [...found]
}
