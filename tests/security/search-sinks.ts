export type Canary = { name: string; value: string }
/** A place where a secret could turn up, and what stands there now. */
export type Sink = { name: string; read(): Promise<string[]> | string[] }
export type Leak = { canary: string; sink: string; where: string }

/**
 * Looks for every canary in every sink: as it is, as base64, hex and in a URL; and for its middle alone, so that one that
 * was cut or broken over two lines is found. What is shown of a place leaves the canary out.
 */
export async function searchSinks(sinks: Sink[], canaries: Canary[]): Promise<Leak[]> {
  const leaks: Leak[] = []
  for (const sink of sinks) {
    for (const text of await sink.read()) {
      for (const { name, value } of canaries) {
        const form = formsOf(value).find((one) => text.includes(one))
        if (form !== undefined) leaks.push({ canary: name, sink: sink.name, where: excerptAt(text, form) })
      }
    }
  }
  return leaks
}

function formsOf(value: string): string[] {
  if (value.length < 12) throw new Error('A canary this short would be found everywhere.')
  const middle = value.slice(Math.floor(value.length / 2) - 6, Math.floor(value.length / 2) + 6)
  const bytes = Buffer.from(value)
  // The first bytes of base64 do not depend on what follows, and its last ones may be padded.
  const base64 = bytes.toString('base64').slice(0, 16)
  return [middle, encodeURIComponent(value), base64, bytes.toString('hex').slice(0, 24)]
}

function excerptAt(text: string, form: string): string {
  const at = text.indexOf(form)
  return `${text.slice(Math.max(0, at - 80), at)}***${text.slice(at + form.length, at + form.length + 40)}`
}
