/** Statements after which code that knows the tables as they were may fail. An index that goes makes it slow at most. */
const takingAway = [
  /\bdrop\s+(?!index\b|trigger\b|policy\b|not\s+null\b)(?:if\s+exists\s+)?\w+(?:\s+if\s+exists)?(?:\s+[\w."]+)?/i,
  /\brename\b[^;,]*/i,
  /\balter\s+(?:column\s+)?[\w"]+\s+(?:set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+(?:constraint|check|unique|primary\s+key|foreign\s+key)\b/i,
  /\btruncate\b/i,
  /\brevoke\b/i,
]

/** An author's word for it, with the reason: the version before does not miss what goes, or was never released. */
const saidToBeSafe = /^--\s*safe beside the version before:[ \t]*\S/im

/**
 * What a migration takes from the version before, which may still run: the statement's words, or undefined when it only
 * adds. A line `-- safe beside the version before: why` in the migration answers for one that looks otherwise.
 */
export function whatItBreaks(migration: string): string | undefined {
  if (saidToBeSafe.test(migration)) return undefined
  const statements = migration.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const form of takingAway) {
    const found = form.exec(statements)
    if (found !== null) return found[0].replaceAll(/\s+/g, ' ').trim()
  }
  return undefined
}
