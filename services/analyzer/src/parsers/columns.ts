import { eastAsianWidth } from 'get-east-asian-width'

/** The width of a text in columns: a full-width East Asian character takes two, as in search results. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += eastAsianWidth(character.codePointAt(0) ?? 0)
  return columns
}

/** "42 columns (21 characters)" where the two differ, else "21 characters". */
export function describeLength(text: string): string {
  const [columns, characters] = [columnsOf(text), [...text].length]
  const counted = `${characters} ${characters === 1 ? 'character' : 'characters'}`
  return columns === characters ? counted : `${columns} columns (${counted})`
}
