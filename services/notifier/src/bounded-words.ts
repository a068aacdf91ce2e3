const MOST_BYTES = 2_048

/** What is kept of an engine's words: 2 KB, cut between characters, without what PostgreSQL cannot store. */
export function boundedWords(text: string): string {
  const clean = text.replaceAll('\0', '\ufffd')
  const bytes = Buffer.from(clean)
  if (bytes.length <= MOST_BYTES) return clean
  // A character cut in two decodes to a replacement of three bytes: leave out the torn one instead.
  let end = MOST_BYTES
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}
