import type { Handlers } from '@pagebell/rpc/serve-rpc'

/** The handlers of a contract, resolved: through the mapped type itself the compiler does not type their arguments. */
export type Served<Definition> = Pick<Handlers<Definition>, keyof Handlers<Definition>>
