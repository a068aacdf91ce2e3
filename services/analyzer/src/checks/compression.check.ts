import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'compression',
  title: 'The page is sent compressed',
  category: 'performance',
  weight: 4,
  why: 'Text shrinks to a quarter.',
  fix: 'Turn on Brotli, Zstandard or gzip in the server.',
  criteria: { pass: 'br, zstd or gzip, or fewer than 1,400 bytes', warn: 'deflate', fail: 'none' },
  needs: ['headers', 'htmlBytes'],

  check({ headers, htmlBytes }) {
    const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
    if (/^(br|zstd|gzip|x-gzip)$/.test(encoding)) return pass(encoding)
    if (htmlBytes < 1400) return pass(encoding === '' ? null : encoding)
    if (encoding === 'deflate')
      return warn('deflate is read differently by browsers.', { header: 'content-encoding: deflate' }, encoding)
    return fail('The page is sent uncompressed.', { missing: 'content-encoding', bytes: htmlBytes })
  },
})
