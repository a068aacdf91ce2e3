import pg from 'pg'

type Reader = (text: string) => unknown

/** The number of text[], which pg's own list of types leaves out. */
const textArray = 1009 as Parameters<typeof pg.types.getTypeParser>[0]

const readers = new Map<number, Reader>([
  [20, readInt8],
  [1016, readArrayOf(readInt8)],
  [1082, (text) => text],
  [1184, readTimestamp],
  [1185, readArrayOf(readTimestamp)],
])

/**
 * How `pg` reads a column by its type's number: int8 as a number, timestamptz as an ISO string in UTC with milliseconds,
 * date as it stands; everything else as `pg` has it.
 */
export function readColumn(type: number, format?: 'text' | 'binary'): Reader {
  return (format !== 'binary' && readers.get(type)) || pg.types.getTypeParser(type, format)
}

/** An array of any type has the outer form of text[]; null stays null, and arrays may be nested. */
function readArrayOf(read: Reader): Reader {
  const each = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(each)
    return typeof element === 'string' ? read(element) : element
  }
  const readTexts = pg.types.getTypeParser(textArray)
  return (text) => each(readTexts(text))
}

function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 ${text} does not fit a JavaScript number.`)
  return value
}

/** PostgreSQL writes "2026-11-21 10:00:00.123456+00"; milliseconds are cut, never rounded into the next second. */
function readTimestamp(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  // "infinity" and years past 9999 have no ISO form that sorts; they stay as PostgreSQL wrote them.
  if (!parts) return text
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
}
