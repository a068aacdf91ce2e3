/** What a running system did otherwise than it promises; its message says what was seen. */
export class SmokeProblem extends Error {
  override name = 'SmokeProblem'
}
