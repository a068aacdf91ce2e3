import { specifyCheck } from '../../test/specify-check.ts'
import doctype from './doctype.check.ts'

specifyCheck(doctype, [
  ['passes <!doctype html>', {}, 'pass'],
  [
    'warns of limited quirks',
    {
      html: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    },
    'warn',
  ],
  ['fails without', { html: '<html>' }, 'fail', /no doctype/],
  ['fails another one', { html: '<!DOCTYPE xml><html>' }, 'fail', /quirks/],
])
