import { createHash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { type Caller, permittedMethods } from './call-permissions.ts'
import { internalSecretRefused, methodRefused } from './contracts.ts'

/** What a caller shows with each call or stream. Without a name it is a copy of before, or a tool. */
export type Credentials = { internalToken: string; caller?: Caller | undefined }

/** What a server knows of its callers. */
export type KnownCallers = {
  /** The secret that all share, where callers have none of their own. */
  internalToken: string
  /** RPC_CALLERS; while it is set, no other secret is good. */
  rpcCallers?: string | undefined
}

const names = Object.keys(permittedMethods) as Caller[]
/** Who shows no name: a tool, or a copy of a version in which no caller had one. */
const anyone = 'any'

/** The variable RPC_CALLERS of a service that serves gRPC. */
export const rpcCallersVariable = () =>
  Type.String({
    default: '',
    pattern: `^((${[...names, anyone].join('|')}):[0-9a-f]{64}(,|$))*$`,
    description: 'who may call, as name:SHA-256 of its secret in hex, comma-separated; else whoever has INTERNAL_TOKEN',
  })

export function toMetadata({ internalToken, caller }: Credentials, options?: grpc.MetadataOptions): grpc.Metadata {
  const metadata = new grpc.Metadata(options)
  metadata.set('internal-token', internalToken)
  if (caller !== undefined) metadata.set('caller', caller)
  return metadata
}

/** Throws a fault unless its caller may call the method of this path. */
export type Admission = (path: string) => void

/** Who calls, by the metadata of a call or of a stream. Throws `unauthenticated` for somebody who is not known. */
export type Admit = (metadata: grpc.Metadata) => Admission

/**
 * A caller is known by its own secret where `rpcCallers` names it. Where all share one secret, its name is believed: whoever
 * has that secret could take any name.
 */
export function callerCheck({ internalToken, rpcCallers = '' }: KnownCallers): Admit {
  if (internalToken === '' && rpcCallers === '')
    throw new Error('The environment does not fit: INTERNAL_TOKEN is missing, and RPC_CALLERS names nobody.')
  const digests = rpcCallers === '' ? sharedBy(internalToken) : readCallers(rpcCallers)

  return (metadata) => {
    const shown = digest(textOf(metadata, 'internal-token'))
    const name = textOf(metadata, 'caller')
    if (name !== anyone && matches(shown, digests.get(name))) return (path) => permit(name as Caller, path)
    if (name === '' && matches(shown, digests.get(anyone))) return () => undefined
    throw fault('unauthenticated', 'The internal secret is missing or wrong.', { code: internalSecretRefused })
  }
}

const sharedBy = (internalToken: string): Map<string, Buffer> =>
  new Map([...names, anyone].map((name) => [name, digest(internalToken)]))

function readCallers(text: string): Map<string, Buffer> {
  const entries = text.split(',').map((entry) => entry.split(':'))
  return new Map(entries.map(([name = '', hash = '']) => [name, Buffer.from(hash, 'hex')]))
}

function permit(caller: Caller, path: string): void {
  if (!permittedMethods[caller].has(path))
    throw fault('forbidden', `${caller} may not call ${path}.`, { code: methodRefused })
}

const matches = (shown: Buffer, known: Buffer | undefined): boolean =>
  known !== undefined && known.length === shown.length && timingSafeEqual(shown, known)

const textOf = (metadata: grpc.Metadata, name: string): string => metadata.get(name)[0]?.toString() ?? ''

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
