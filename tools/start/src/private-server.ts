/** A process, and a part of its command line by which a later start recognises an orphan. */
export type ProcessNote = { pid: number; mark: string }

/** A server that this process started, and its address. */
export type PrivateServer = {
  url: string
  /** None for a container, which the next start finds by its name. */
  processes: ProcessNote[]
  /** Resolves once it has ended, with the exit code or signal and its last line. */
  ended: Promise<string>
  stop(): Promise<void>
}
