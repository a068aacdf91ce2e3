#!/usr/bin/env node
import { text } from 'node:stream/consumers'
import { run } from './run.ts'
import { openTerminal } from './terminal.ts'

const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort(new Error('Interrupted.')))
// A reader that has seen enough, such as head, ends the command quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  terminal: openTerminal(process.stdout, process.stderr),
  readInput: () => text(process.stdin),
  signal: interrupt.signal,
})
