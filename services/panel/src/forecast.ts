/** When a quota is used up if the rest of its period goes on as it began; undefined if it lasts to the end. */
export function fullBy(
  { limit, used, resetsAt }: { limit: number | undefined; used: number; resetsAt: string },
  periodMs: number,
  now: number,
): number | undefined {
  if (limit === undefined || used === 0 || used >= limit) return undefined
  const ends = Date.parse(resetsAt)
  const passed = now - (ends - periodMs)
  if (passed <= 0) return undefined
  const full = now + ((limit - used) * passed) / used
  return full < ends ? full : undefined
}
