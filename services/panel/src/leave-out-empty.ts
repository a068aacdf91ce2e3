import type { HttpServer } from '@pagebell/http/http-server'

/** In this scope a query's empty fields count as left out: a browser sends every field of a filter form. */
export function leaveOutEmpty(app: HttpServer): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    for (const [name, value] of Object.entries(query)) if (value === '') delete query[name]
    done()
  })
}
