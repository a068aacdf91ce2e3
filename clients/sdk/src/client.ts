import type { paths } from './generated/api-types.ts'
import { idempotentRoutes } from './generated/idempotent-routes.ts'
import { type Call, type Connection, send } from './send.ts'
import type { AnswerOf, CallArguments, ItemOf, ListPath, Method, Operation, PathOf } from './typed-calls.ts'

export type ClientOptions = Omit<Connection, 'token'> & {
  /** A key of the API: pbk_… */
  apiKey: string
}

type CallBy<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...options: CallArguments<Operation<Path, M>>
) => Promise<AnswerOf<Operation<Path, M>>>

/** Each method takes a path of the API as its reference writes it, and answers the body: `{data, status}`. */
export type PagebellClient = {
  get: CallBy<'get'>
  post: CallBy<'post'>
  put: CallBy<'put'>
  patch: CallBy<'patch'>
  delete: CallBy<'delete'>
  /** All items of a list; it asks for the next page when the one before is used up. */
  each<Path extends ListPath>(
    path: Path,
    ...options: CallArguments<Operation<Path, 'get'>>
  ): AsyncGenerator<ItemOf<Path>>
}

type AnyOptions = Omit<Call, 'method' | 'path'> & { path?: Record<string, string> }

/** Calls of the API with a key. Throws PagebellError and PagebellConnectionError. */
export function createClient({ apiKey, ...connection }: ClientOptions): PagebellClient {
  const call =
    (method: Method) =>
    async (path: keyof paths, options: AnyOptions = {}) => {
      const { path: values = {}, ...rest } = options
      const route = `${method.toUpperCase()} ${path}`
      const made = idempotentRoutes.has(route) ? { idempotencyKey: crypto.randomUUID() } : {}
      return send(
        { ...connection, token: apiKey },
        { ...made, ...rest, method: method.toUpperCase(), path: fillPath(path, values) },
      )
    }

  async function* each(path: ListPath, options: AnyOptions = {}): AsyncGenerator<unknown> {
    type Page = { data: unknown[]; meta: { next_cursor: string | null } }
    const get = call('get')
    let query = options.query
    for (;;) {
      const { data, meta } = (await get(path, { ...options, ...(query === undefined ? {} : { query }) })) as Page
      yield* data
      if (meta.next_cursor === null) return
      // A page number and a cursor exclude each other.
      query = { ...query, page: undefined, cursor: meta.next_cursor }
    }
  }

  const calls = { get: call('get'), post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete') }
  return { ...calls, each } as unknown as PagebellClient
}

function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs path.${name}.`)
    return encodeURIComponent(value)
  })
}
