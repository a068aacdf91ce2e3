import type { TObject } from '@pagebell/schema/type'

/** What is wrong with one field, and what would be right. */
export type FieldFault = { field: string; text: string }

/** A channel without its protocol: what every service needs to know of it. */
export type ChannelDescription<Variable extends string = string> = {
  id: string
  title: string
  /** Its place in lists of channels. */
  position: number
  /** The environment variable of the notifier that holds the operator's endpoint. */
  endpoint: { variable: Variable; description: string; default: string }
  /** How its owner comes by what is asked for, and where that is described. */
  advice: string
  moreAt: string
  /** What the owner of a project sets, each with its `title`. `secret: true` marks what is never shown again. */
  settings: TObject
  /** Whether a project has it without setting anything. */
  needsNothing: boolean
  /** Brings what was given into the form of the schema: text that holds JSON, fields that are of no use. */
  tidy?(given: Record<string, unknown>): Record<string, unknown>
  /** What a schema cannot say. Asked only about what fits the schema. */
  faults?(settings: never, project: string): FieldFault[]
}

/** Keeps the types of the id and of the variable, so that lists of channels and configurations are typed by them. */
export function describeChannel<const Description extends ChannelDescription>(description: Description): Description {
  return description
}
