/** A deviation of a running system; the message describes the observed behaviour. */
export class SmokeProblem extends Error {
  override name = 'SmokeProblem'
}
