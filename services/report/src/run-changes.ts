export type CheckStatuses = Readonly<Record<string, string>>
export type RunChanges = Record<string, { from: string | null; to: string | null }>

/** Checks whose status differs between two done runs; null for a check that one of the two did not make. */
export function runChanges(before: CheckStatuses, after: CheckStatuses): RunChanges {
  const changes: RunChanges = {}
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const from = before[id] ?? null
    const to = after[id] ?? null
    if (from !== to) changes[id] = { from, to }
  }
  return changes
}
