import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'

const finding = Type.Object({
  status: Type.Union([
    Type.Literal('pass'),
    Type.Literal('warn'),
    Type.Literal('fail'),
    Type.Literal('not_applicable'),
    Type.Literal('error'),
  ]),
  importance: Type.Union([Type.Literal('high'), Type.Literal('medium'), Type.Literal('low')]),
  category: Type.String(),
  weight: Type.Number({ minimum: 0 }),
  points: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'weight × 1, 0.5 or 0; null if the check is in neither sum of the score',
  }),
  gain: Type.Optional(Type.Integer({ minimum: 0, description: 'what the score rises by if the check passes' })),
  gate: Type.Boolean({ description: 'whether a failure caps the score at 48, and the check is in neither sum' }),
  cap: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'the highest score of a page that fails the check' }),
  ),
  title: Type.String(),
  value: Type.Unknown({ description: 'what was measured: text, a number, or null' }),
  message: Type.String(),
  fix: Type.String(),
  evidence: Type.Array(Type.Unknown(), { maxItems: 10 }),
  evidence_total: Type.Integer({ minimum: 0 }),
})

const category = Type.Object({
  score: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()]),
  pass: Type.Integer(),
  warn: Type.Integer(),
  fail: Type.Integer(),
})

/** Exactly one of rating and failure. */
export const pageAnalyzed = defineMessage({
  name: 'page.analyzed',
  version: 1,
  description: 'A run has ended: with a rating, or with the reason why the page could not be rated.',
  producer: 'analyzer',
  consumers: ['report'],
  broadcastTo: [],
  schema: Type.Object(
    {
      run_id: uuid(),
      report_id: uuid(),
      analyzed_at: time(),
      ruleset: Type.String({ minLength: 1 }),
      rating: Type.Optional(
        Type.Object({
          score: Type.Integer({ minimum: 0, maximum: 100 }),
          result: Type.Union([Type.Literal('good'), Type.Literal('decent'), Type.Literal('bad')]),
          capped_by: Type.Union([Type.String(), Type.Null()], { description: 'the failed check that caps the score' }),
          results: Type.Record(Type.String(), finding),
          categories: Type.Record(Type.String(), category),
          final_url: Type.String(),
          timings: Type.Record(Type.String(), Type.Number()),
          notes: Type.Array(Type.String(), { description: 'such as a ceiling that cut the page short' }),
        }),
      ),
      failure: Type.Optional(Type.Object({ code: Type.String({ minLength: 1 }), message: Type.String() })),
    },
    { additionalProperties: false },
  ),
})
