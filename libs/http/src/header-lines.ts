import { fault } from '@pagebell/faults/fault'

/**
 * The headers of a request that was pasted as text, one a line. Empty lines are left out. Throws fault `invalid` on the
 * field `headers` for a line that is none.
 */
export function parseHeaderLines(text: string): { name: string; value: string }[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw notHeaders()
    return { name, value: value.trim() }
  })
}

function notHeaders() {
  const allowed = 'must be lines such as Name: value'
  return fault('invalid', `headers ${allowed}.`, { errors: { headers: [allowed] } })
}
