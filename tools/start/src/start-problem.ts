/** Something the person at the terminal can mend; its message is the one line they get to see. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
