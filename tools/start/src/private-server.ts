/** A server that this process started for itself, and the address of it. */
export type PrivateServer = {
  url: string
  pid: number
  /** What shows in the command line of its process, by which a later start recognises one that was left behind. */
  mark: string
  stop(): Promise<void>
}
