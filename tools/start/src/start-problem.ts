/** A problem that the user can fix; only its message is printed. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
