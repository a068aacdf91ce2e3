import { errorCode } from '@pagebell/safe-fetch/fetch-failure'

/** The encoding of a label (Encoding Standard, section 4.2), or null for a label that browsers do not know. */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (errorCode(error) === 'ERR_ENCODING_NOT_SUPPORTED') return null
    throw error
  }
}
