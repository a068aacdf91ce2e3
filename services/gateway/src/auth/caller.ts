import { fault } from '@pagebell/faults/fault'
import type { FastifyRequest } from 'fastify'

export const scopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write'] as const
export type Scope = (typeof scopes)[number]

/** The account that a request acts for, and what its key and plan allow. */
export type Caller = {
  accountId: string
  keyId: string
  scopes: string[]
  /** Absent means unlimited. */
  callsPerMinute: number | undefined
  limits: { urls_per_day?: number; urls_per_month?: number; hook_requests_per_minute?: number; version: number }
  /** Milliseconds since 1970. */
  expiresAt: number | undefined
}

const callerKey: unique symbol = Symbol('caller')
declare module 'fastify' {
  interface FastifyRequest {
    [callerKey]?: Caller
  }
}

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  request[callerKey] = caller
}

/** The caller of a request that came through `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request[callerKey]
  if (caller === undefined) throw fault('internal', 'This route has no caller: it is not below requireKey.')
  return caller
}
