import { type Fault, fault } from './fault.ts'

/** Fault `invalid` that names a field and what is wrong with it or allowed there; `text` continues the field's name. */
export const invalidField = (field: string, text: string): Fault =>
  fault('invalid', `${field} ${text}.`, { errors: { [field]: [text] } })
