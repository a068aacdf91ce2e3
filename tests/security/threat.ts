import type { Edit } from '@pagebell/house/source/replace'
import type { TestTitle } from '../removals/find-test.ts'

/**
 * What an attacker could try, the guard against it, and the test that is red without the guard: in the folder `in` the
 * text `find`, which stands there once (compared word by word), becomes `put`.
 */
export type Threat = Edit & {
  threat: string
  /** OWASP API Security Top 10 2023 and OWASP ASVS 5.0. */
  ids: readonly string[]
  test: TestTitle
  /** What is taken away with it, where one of two walls alone would hold. */
  also?: readonly Edit[]
}
