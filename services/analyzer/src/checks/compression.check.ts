import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'compression',
  title: 'Compression',
  titles: {
    pass: 'The page is sent compressed',
    warn: 'The page is sent compressed with deflate',
    fail: 'The page is sent uncompressed',
  },
  category: 'performance',
  weight: 3,
  why: 'Text shrinks to a quarter.',
  fix: 'Turn on Brotli, Zstandard or gzip in the server.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Compression',
  criteria: { pass: 'br, zstd or gzip', warn: 'deflate', fail: 'none', notApplicable: 'fewer than 1,400 bytes' },
  needs: ['headers', 'htmlBytes'],

  check({ headers, htmlBytes }) {
    const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
    if (/^(br|zstd|gzip|x-gzip)$/.test(encoding)) return pass(encoding)
    if (htmlBytes < 1400) return notApplicable('The page is too small for compression to matter.')
    if (encoding === 'deflate')
      return warn('deflate is read differently by browsers.', { header: 'content-encoding: deflate' }, encoding)
    return fail('The page is sent uncompressed.', { missing: 'content-encoding', bytes: htmlBytes })
  },
})
