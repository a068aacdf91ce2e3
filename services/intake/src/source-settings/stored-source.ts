import { fault } from '@pagebell/faults/fault'
import type { Rule } from '../sources/rules/rule.ts'

/** Of a project. */
export const maxSources = 20

/** A source as it is stored; null where there is nothing to tell. */
export type StoredSource = {
  account_id: string
  project_id: string
  source_id: string
  project: string
  kind: string
  name: string
  enabled: boolean
  last_four: string
  previous_last_four: string | null
  previous_accepted_until: string | null
  /** Sealed. */
  secret: string | null
  previous_secret: string | null
  previous_secret_until: string | null
  /** Null for the rules of its kind. */
  rules: Rule[] | null
  allow_ips: string[]
  created_at: string
  last_used_at: string | null
}

/** What may be changed of a source; undefined leaves it as it is. */
export type SourceChanges = {
  name: string | undefined
  enabled: boolean | undefined
  /** Null for the rules of its kind. */
  rules: Rule[] | null | undefined
  allowIps: string[] | undefined
}

/** Where a source is looked up: another account's is as absent as one that does not exist. */
export type SourcePlace = { accountId: string; projectId: string; sourceId: string }

export const noSource = () => fault('not_found', 'This project has no such source.', { code: 'no_source' })
