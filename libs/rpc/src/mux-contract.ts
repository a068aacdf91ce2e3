import type { CarriageDefinition } from '@pagebell/protos/rpc/v1/carriage'
import { contract } from './contracts.ts'

/** Multiplexes the calls of all other contracts. It keeps its name on the wire. */
export const Mux = contract<CarriageDefinition>('rpc/v1/carriage', 'Carriage')

/** Bytes of a message on any connection, in either direction. */
export const maxMessageBytes = 16 * 1_024 * 1_024

/** Bytes of one request or reply, which leaves room for the message around it. */
export const maxPayloadBytes = maxMessageBytes - 65_536
