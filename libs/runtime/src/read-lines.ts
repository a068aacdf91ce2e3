import { createReadStream } from 'node:fs'

/**
 * The lines of a JSON Lines file in UTF-8, without empty ones and without a byte order mark. They end at a line feed only:
 * node:readline also divides at U+2028, which JSON allows in a text. Rejects with a file error.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    pieces.push(first)
    for (const piece of others) {
      yield* nonEmpty(pieces.join(''))
      pieces = [piece]
    }
  }
  yield* nonEmpty(pieces.join('') + decoder.decode())
}

function nonEmpty(line: string): string[] {
  return line.trim() === '' ? [] : [line]
}
