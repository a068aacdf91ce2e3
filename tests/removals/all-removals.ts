import { apiRemovals } from './api-removals.ts'
import type { Removal } from './removal.ts'
import { webhookRemovals } from './webhook-removals.ts'

export const allRemovals: readonly Removal[] = [...apiRemovals, ...webhookRemovals]
