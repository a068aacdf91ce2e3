/** What is not a statement's own words: comments, and text and function bodies in quotes of each kind. */
const hidden =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]\w*)?\$[\s\S]*?\$\1\$|\be'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"/gi

/** The statements of an SQL file, without comments, on one line each; what stands in quotes is ''. Names keep their quotes. */
export function sqlStatements(text: string): string[] {
  return text
    .replaceAll(hidden, (found) => (/^(?:--|\/\*)/.test(found) ? ' ' : found.startsWith('"') ? found : "''"))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** The parts of a list, split at commas that stand in no brackets. */
export function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}
