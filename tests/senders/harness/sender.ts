/** What an engine is to receive of a step, as the delivery log has it. */
export type Submitted = { url: string; action: 'update' | 'delete' }

/** One thing that an author does, and exactly what engines receive of it. */
export type Step = {
  name: string
  act(): Promise<void>
  submitted: Submitted[]
  /** Whether the sender makes a request; one that makes none cannot be waited for. */
  isSent?: false
}

/** A sender that is ready, and the life of a page in it. Disposing stops it. */
export type RunningSender = AsyncDisposable & { version: string; steps: Step[] }

export type SenderTools = {
  /** The host of the project, which is that of the sender's pages. */
  host: string
  /** The address of the source, and its secret. */
  address: string
  secret: string
  /** An empty folder outside the repository. */
  folder: string
  /** Where what npm installs is kept: the folder, or one that was named to be used again. */
  packages: string
}

export type Sender = {
  name: string
  /** The kind of its source. */
  kind: string
  /** Rules in place of those of the kind. */
  rules?: object[]
  /** Throws CannotRun where it is not installed and cannot be. */
  start(tools: SenderTools): Promise<RunningSender>
}

/** A sender that does not run on this machine, which says nothing about the source. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}
