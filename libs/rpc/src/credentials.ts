import { createHash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { fault } from '@pagebell/faults/fault'
import { withRisk } from '@pagebell/runtime/production-risks'
import { Type } from '@pagebell/schema/type'
import { type Caller, permittedMethods } from './call-permissions.ts'
import { internalSecretRefused, methodRefused } from './contracts.ts'

/** What a caller sends with each call or stream. Without a name it is a tool, or a copy of an older version. */
export type Credentials = { internalToken: string; caller?: Caller | undefined }

/** How a server recognises its callers. */
export type KnownCallers = {
  /** The secret that all callers share, unless RPC_CALLERS is set. */
  internalToken: string
  /** RPC_CALLERS; while it is set, no other secret is accepted. */
  rpcCallers?: string | undefined
}

const names = Object.keys(permittedMethods) as Caller[]
/** A caller without a name: a tool, or a copy of an older version. */
const anyone = 'any'

const callers = withRisk(
  'callers',
  Type.String({
    default: '',
    pattern: `^((${[...names, anyone].join('|')}):[0-9a-f]{64}(,|$))*$`,
    description:
      'who may call, as name:SHA-256 of its secret in hex, comma-separated; else any caller with INTERNAL_TOKEN',
  }),
)

/** The variable of a service that calls others. */
export const callingVariables = {
  INTERNAL_TOKEN: withRisk(
    'shared-secret',
    Type.String({
      description: 'the secret by which it authenticates to the services that it calls, at least 16 characters',
      minLength: 16,
    }),
  ),
}

/** The variables of a service that is called by others. */
export const calledVariables = {
  INTERNAL_TOKEN: withRisk(
    'shared-secret',
    Type.String({ description: 'the secret of callers where RPC_CALLERS is not set', default: '' }),
  ),
  RPC_CALLERS: callers,
}

/** The variables of a service that calls others and is called. */
export const peerVariables = { ...calledVariables, ...callingVariables }

export function toMetadata({ internalToken, caller }: Credentials, options?: grpc.MetadataOptions): grpc.Metadata {
  const metadata = new grpc.Metadata(options)
  metadata.set('internal-token', internalToken)
  if (caller !== undefined) metadata.set('caller', caller)
  return metadata
}

/** Throws a fault unless its caller may call the method of this path. */
export type Admission = (path: string) => void

/** Identifies the caller by the metadata of a call or stream. Throws `unauthenticated` if it is unknown. */
export type Admit = (metadata: grpc.Metadata) => Admission

/**
 * Where `rpcCallers` names callers, each is recognised by its own secret. Where all share one secret, the name is
 * trusted, since each holder of that secret could use any name.
 */
export function callerCheck({ internalToken, rpcCallers = '' }: KnownCallers): Admit {
  if (internalToken === '' && rpcCallers === '')
    throw new Error('The environment does not fit: INTERNAL_TOKEN is missing, and RPC_CALLERS is empty.')
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
