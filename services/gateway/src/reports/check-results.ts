import { type TSchema, Type } from '@pagebell/schema/type'
import { checkList } from '@pagebell/scoring/check-list'
import { categories as categoryNames } from '@pagebell/scoring/order-results'
import { describedBy, integerOrNull, named, oneOf, textOrNull } from '../http/schemas.ts'

const numberOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description })

const ignored = Type.Object(
  { reason: Type.String(), expires_at: textOrNull({ description: 'When the check counts again; null is never.' }) },
  { description: 'Present if the project ignores the check: it is shown and does not count.' },
)

/** Fields that reports of older rule sets lack are optional. */
const checkResult = named(
  'CheckResult',
  Type.Object(
    {
      status: oneOf(['pass', 'warn', 'fail', 'not_applicable', 'error']),
      category: oneOf(categoryNames),
      importance: oneOf(['high', 'medium', 'low']),
      weight: Type.Number({ description: 'Share of the check in the score.' }),
      points: numberOrNull('weight × 1, 0.5 or 0; null if the check does not count.'),
      gain: Type.Optional(Type.Integer({ description: 'Points that the score gains if the check passes.' })),
      gate: Type.Optional(Type.Boolean({ description: 'A failed gate caps the score at 48 and adds no weight.' })),
      cap: Type.Optional(integerOrNull({ description: 'The highest score of a page that fails the check.' })),
      value: Type.Unsafe<string | number | null>({
        type: ['string', 'number', 'null'],
        description: 'What was measured.',
      }),
      title: Type.Optional(Type.String({ description: 'A heading for this outcome.' })),
      message: Type.String({ description: 'What was found.' }),
      fix: Type.String({ description: 'How to fix it; empty if there is nothing to fix.' }),
      evidence: Type.Array(
        Type.Unsafe<Record<string, string | number>>({
          type: 'object',
          additionalProperties: { type: ['string', 'number'] },
        }),
        {
          description:
            'Excerpts, headers, URLs or numbers, by name; at most 10. `line` and `column`, from 1, are the place of an element in the source of the page.',
        },
      ),
      evidence_total: Type.Optional(Type.Integer({ description: 'How many there were.' })),
      ignored: Type.Optional(ignored as TSchema),
    },
    { description: 'The result of one check.' },
  ),
)

const byCheck = Object.entries(checkList).map(([id, { title, category }]) => [
  id,
  Type.Optional({ ...checkResult, description: `${title} (${category}).` }),
])

/** A property for each check, from the one list of checks. A report of an older rule set may have others. */
export const checkResults = describedBy(
  'CheckResults',
  {
    ...Type.Object(Object.fromEntries(byCheck) as Record<string, TSchema>),
    additionalProperties: checkResult,
    description:
      'Results by check id, in the order of category (seo, performance, security, content), then weight (highest first), then id. Empty until the first analysis is done. score = round(100 × Σ points / Σ weight) over the checks whose points are not null, and at most the cap of the check that capped_by names.',
  },
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
)

const categoryScore = named(
  'CategoryScore',
  Type.Object(
    {
      score: integerOrNull({ minimum: 0, maximum: 100, description: 'null if no check of the category counts.' }),
      pass: Type.Integer(),
      warn: Type.Integer(),
      fail: Type.Integer(),
    },
    { description: 'The score of one category, and how many of its checks passed, warned and failed.' },
  ),
)

export const categoryScores = describedBy(
  'CategoryScores',
  {
    ...Type.Object(Object.fromEntries(categoryNames.map((name) => [name, Type.Optional(categoryScore)]))),
    additionalProperties: categoryScore,
    description: 'Scores by category. Empty until the first analysis is done.',
  },
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
)
