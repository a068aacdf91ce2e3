/** One thing that has to hold: what was allowed, and what was measured. */
export type Row = { what: string; allowed: string; measured: string; isHeld: boolean }

/** A row for things that are wrong, of which there must be none. */
export function noneOf(what: string, wrong: readonly string[], measured: string): Row {
  const shown = wrong.slice(0, 5).join('; ')
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''
  return {
    what,
    allowed: 'no difference',
    measured: wrong.length === 0 ? measured : `${shown}${more}`,
    isHeld: wrong.length === 0,
  }
}

/** A line for the table in README.md. */
export function tableLine(part: string, { what, allowed, measured, isHeld }: Row): string {
  return `| ${part} | ${what} | ${allowed} | ${measured} | ${isHeld ? 'held' : 'BROKEN'} |`
}
