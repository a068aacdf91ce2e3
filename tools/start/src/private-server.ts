/** A process of ours, and what shows in its command line, by which a later start recognises one that was left behind. */
export type ProcessNote = { pid: number; mark: string }

/** A server that this process started for itself, and the address of it. */
export type PrivateServer = {
  url: string
  /** None for a container, which the next start finds by its name. */
  processes: ProcessNote[]
  /** Resolves once it no longer runs, with the exit code or signal and its last line. */
  ended: Promise<string>
  stop(): Promise<void>
}
