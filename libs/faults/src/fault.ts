/** How each kind of fault maps to HTTP, gRPC and message consumers. The vocabulary is closed. */
export const faultTable = {
  malformed: { http: 400, title: 'Malformed request', grpc: 3, consumer: 'dead' },
  unauthenticated: { http: 401, title: 'Not authenticated', grpc: 16, consumer: 'dead' },
  forbidden: { http: 403, title: 'Not allowed', grpc: 7, consumer: 'dead' },
  not_found: { http: 404, title: 'Not found', grpc: 5, consumer: 'dead' },
  method_not_allowed: { http: 405, title: 'Method not allowed', grpc: 12, consumer: 'dead' },
  not_acceptable: { http: 406, title: 'Not acceptable', grpc: 3, consumer: 'dead' },
  conflict: { http: 409, title: 'Conflict', grpc: 6, consumer: 'dead' },
  too_large: { http: 413, title: 'Too large', grpc: 3, consumer: 'dead' },
  unsupported_media_type: { http: 415, title: 'Unsupported media type', grpc: 3, consumer: 'dead' },
  invalid: { http: 422, title: 'Invalid', grpc: 3, consumer: 'dead' },
  rate_limited: { http: 429, title: 'Too many requests', grpc: 8, consumer: 'retry' },
  quota_used_up: { http: 429, title: 'Quota used up', grpc: 8, consumer: 'retry' },
  internal: { http: 500, title: 'Internal error', grpc: 13, consumer: 'retry' },
  unavailable: { http: 503, title: 'Temporarily unavailable', grpc: 14, consumer: 'retry' },
} as const satisfies Record<string, { http: number; title: string; grpc: number; consumer: 'dead' | 'retry' }>

export type FaultKind = keyof typeof faultTable

export type FaultOptions = {
  /** A stable, machine-readable name that is finer than the kind; the kind itself when absent. */
  code?: string | undefined
  /** What is wrong, by field. */
  errors?: Record<string, string[]> | undefined
  /** Seconds after which the client may retry. */
  retryAfterSeconds?: number | undefined
  /** Further members of the problem body. */
  details?: Record<string, unknown> | undefined
  cause?: unknown
}

/** A refusal or failure whose message may be shown to the caller. */
export class Fault extends Error {
  readonly kind: FaultKind
  readonly code: string
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.kind = kind
    this.code = options.code ?? kind
    this.errors = options.errors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.details = options.details
  }
}

/** Makes a {@link Fault}; throw what it returns. */
export function fault(kind: FaultKind, message: string, options: FaultOptions = {}): Fault {
  return new Fault(kind, message, options)
}

/** The part of a fault that another process may see. */
export type FaultWire = {
  kind: FaultKind
  message: string
  code: string
  errors?: Record<string, string[]> | undefined
  retryAfterSeconds?: number | undefined
  details?: Record<string, unknown> | undefined
}

export function faultToWire({ kind, message, code, errors, retryAfterSeconds, details }: Fault): FaultWire {
  return { kind, message, code, errors, retryAfterSeconds, details }
}

/** Undefined for anything that is not a fault as {@link faultToWire} writes it. */
export function faultFromWire(text: string): Fault | undefined {
  let wire: Partial<FaultWire> | null
  try {
    wire = JSON.parse(text)
  } catch {
    return undefined
  }
  if (wire === null || typeof wire !== 'object') return undefined
  if (typeof wire.kind !== 'string' || !Object.hasOwn(faultTable, wire.kind) || typeof wire.message !== 'string') {
    return undefined
  }
  return new Fault(wire.kind, wire.message, wire)
}
