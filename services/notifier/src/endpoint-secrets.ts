import type { Seal } from '@pagebell/tokens/seal'

/** For which secrets are sealed: in another row they cannot be opened. */
const placeOf = ({ account_id, project_id, id }: Place): string => `${account_id} ${project_id} ${id}`

export type Place = { account_id: string; project_id: string; id: string }

/** A secret as it is kept. */
export const sealSecret = (seal: Seal, place: Place, secret: string): string => seal.seal(secret, placeOf(place))

/** The secret that was sealed for this place. Throws for any other. */
export const openSecret = (seal: Seal, place: Place, sealed: string): string => seal.open(sealed, placeOf(place))
