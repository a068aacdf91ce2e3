import { specifyCheck } from '../../test/specify-check.ts'
import language from './language.check.ts'

specifyCheck(language, [
  ['passes en', { html: '<!doctype html><html lang="en">' }, 'pass'],
  ['passes pt-BR', { html: '<!doctype html><html lang="pt-BR">' }, 'pass'],
  ['warns where the header disagrees', { headers: { 'content-language': 'de' } }, 'warn'],
  ['fails without', { html: '<!doctype html><html>' }, 'fail', /not name/],
  ['fails an unknown one', { html: '<!doctype html><html lang="xx">' }, 'fail'],
  ['fails a word', { html: '<!doctype html><html lang="english">' }, 'fail'],
])
