import { answers } from './rules/answers.ts'
import { drained } from './rules/drained.ts'
import { durable } from './rules/durable.ts'
import { isolated } from './rules/isolated.ts'
import { charged, limit } from './rules/quota.ts'
import { reached } from './rules/reached.ts'
import { refused } from './rules/refused.ts'
import { repeated } from './rules/repeated.ts'
import type { Rule } from './rules/rule.ts'
import { givenBack, skipped, useful } from './rules/skipped.ts'
import { goodTokens, tokens } from './rules/tokens.ts'
import { whole } from './rules/whole.ts'
import { duplicate, once } from './rules/window.ts'

export const rules: Rule[] = [
  durable,
  whole,
  reached,
  refused,
  repeated,
  charged,
  limit,
  once,
  duplicate,
  tokens,
  goodTokens,
  drained,
  isolated,
  answers,
  skipped,
  useful,
  givenBack,
]
