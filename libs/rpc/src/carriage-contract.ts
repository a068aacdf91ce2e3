import type { CarriageDefinition } from '@pagebell/protos/rpc/v1/Carriage'
import { contract } from './contracts.ts'

/** Carries the calls of all other contracts, and so stands apart from them. */
export const Carriage = contract<CarriageDefinition>('rpc/v1/carriage', 'Carriage')

/** Bytes of a message on any connection, either way. */
export const messageBytesAtMost = 16 * 1_024 * 1_024

/** Bytes of one request or reply: room is left for what stands around it. */
export const payloadBytesAtMost = messageBytesAtMost - 65_536
