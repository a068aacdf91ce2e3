import type { paths } from './generated/api-types.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Paths of the API that have the method and answer JSON. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: [AnswerOf<Exclude<paths[Path][M], undefined>>] extends [never] ? never : Path
}[keyof paths]

export type Operation<Path extends keyof paths, M extends Method> = Exclude<paths[Path][M], undefined>

type Optional<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : undefined extends Value
    ? { [Key in Name]?: Exclude<Value, undefined> }
    : Partial<Value> extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }

type PathOptions<Op> = Op extends { parameters: { path: infer Values extends object } }
  ? { path: Values }
  : { path?: undefined }
type QueryOptions<Op> = Op extends { parameters: { query?: infer Values } }
  ? Optional<'query', Values>
  : { query?: undefined }
type BodyOptions<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Op extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: undefined }

export type RequestOptions = {
  /** Ends the call and its repetitions. */
  signal?: AbortSignal
  /** For calls that take one; made at random if left out. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type CallOptions<Op> = PathOptions<Op> & QueryOptions<Op> & BodyOptions<Op> & RequestOptions

/** Options may be left out if none is required. */
export type CallArguments<Op> =
  Partial<CallOptions<Op>> extends CallOptions<Op> ? [options?: CallOptions<Op>] : [options: CallOptions<Op>]

type Success = 200 | 201 | 202
type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never

/** The body of the 2xx answers. */
export type AnswerOf<Op> = Op extends { responses: infer Answers }
  ? { [Status in keyof Answers & Success]: JsonOf<Answers[Status]> }[keyof Answers & Success]
  : never

/** Paths of lists that are read page by page. */
export type ListPath = {
  [Path in PathOf<'get'>]: AnswerOf<Operation<Path, 'get'>> extends { meta: { next_cursor: string | null } }
    ? Path
    : never
}[PathOf<'get'>]

export type ItemOf<Path extends ListPath> =
  AnswerOf<Operation<Path, 'get'>> extends { data: (infer Item)[] } ? Item : never
