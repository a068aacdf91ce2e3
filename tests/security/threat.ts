/**
 * What somebody who means harm could try, what stops it, and the test that is red without it: in the file `guard` the text
 * `find`, which stands there once, becomes `put`.
 */
export type Threat = {
  threat: string
  /** OWASP API Security Top 10 2023 and OWASP ASVS 5.0. */
  ids: readonly string[]
  guard: string
  test: { file: string; title: string }
  find: string
  put: string
  /** What is taken away with it, where one of two walls alone would hold. */
  also?: readonly { file: string; find: string; put: string }[]
}
