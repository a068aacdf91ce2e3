import type { Contract } from '@pagebell/rpc/contracts'
import type { Handlers, Implementation } from '@pagebell/rpc/serve-rpc'

/** Through the mapped type itself the compiler does not type the arguments of handlers. */
type FakeHandlers<Definition> = Partial<Pick<Handlers<Definition>, keyof Handlers<Definition>>>

/** A service with the methods that the gateway calls; any other method is unimplemented. */
export function fakeService<Definition>(
  contract: Contract<Definition>,
  handlers: NoInfer<FakeHandlers<Definition>>,
): Implementation {
  return { contract, handlers: handlers as Implementation['handlers'] }
}
