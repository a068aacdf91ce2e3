import type { Static, TSchema } from '@pagebell/schema/type'
import type { Caller, Scope } from '../auth/caller.ts'
import type { Clients } from '../clients.ts'

/** What a tool gets, besides its arguments. */
export type ToolContext = {
  caller: Caller
  clients: Clients
  /** Absolute address of a path on PUBLIC_URL. */
  publicUrl: (path: string) => string
  /** Aborts when the client has gone away. */
  signal: AbortSignal
}

/** A tool of the MCP endpoint: it calls the services as the routes of the API do, and returns what a model can read. */
export type Tool = {
  name: string
  title: string
  /** For the model: what it does, what it costs, and what to know before it is called. */
  description: string
  /** The scope that the key needs, as on the routes that do the same. */
  scope: Scope
  /** JSON Schema of the arguments. */
  input: TSchema
  /** Changes nothing at Pagebell or an engine. */
  isReadOnly: boolean
  /** Throws faults, as a route does. */
  run(args: unknown, context: ToolContext): Promise<object>
}

type ToolDefinition<Input extends TSchema> = Omit<Tool, 'input' | 'run'> & {
  input: Input
  run(args: Static<Input>, context: ToolContext): Promise<object>
}

/** Types the arguments of `run` by the schema that has validated them. */
export const defineTool = <Input extends TSchema>(definition: ToolDefinition<Input>): Tool => definition as Tool
