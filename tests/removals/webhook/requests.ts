import type { Removal } from '../removal.ts'

/** What a webhook may say. */
export const requests: readonly Removal[] = [
  {
    promise: 'a body of at most 4 MiB, JSON alone, no unknown field',
    file: 'services/intake/src/app.ts',
    find: "  app.removeContentTypeParser('application/x-www-form-urlencoded')\n",
    put: '',
  },
  {
    promise: '1 to 10,000 URLs',
    file: 'services/intake/src/submissions/submit.route.ts',
    find: 'maxItems: 10_000',
    put: 'maxItems: 9_999',
  },
  {
    promise: '`channel` and `action` errors name what is allowed',
    file: 'libs/http/src/validate.ts',
    find: "return `must be one of: ${params['allowedValues'].join(', ')}`",
    put: "return 'is wrong'",
  },
]
