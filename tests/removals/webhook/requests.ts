import type { Removal } from '../removal.ts'

/** What a webhook may say. */
export const requests: readonly Removal[] = [
  {
    promise: 'a body of at most 4 MiB, JSON alone, no unknown field',
    in: 'services/intake',
    find: "app.removeContentTypeParser('application/x-www-form-urlencoded')",
    put: '',
  },
  {
    promise: '1 to 10,000 URLs',
    in: 'services/intake',
    find: 'maxItems: 10_000',
    put: 'maxItems: 9_999',
  },
  {
    promise: '`channel` and `action` errors name what is allowed',
    in: 'libs/http',
    find: "return `must be one of: ${params['allowedValues'].join(', ')}`",
    put: "return 'is wrong'",
  },
]
