/**
 * A program's command line that lets it open as many files as the machine allows, up to 65,536. RabbitMQ sets two aside
 * for each quorum queue and one for each connection; with the 1,024 of many machines it stops answering, without a word,
 * at some 450 queues. More than 65,536 make Erlang take gigabytes for its table of them.
 */
export function withOpenFiles(program: string, args: string[]): [shell: string, args: string[]] {
  const raise = 'n=$(ulimit -H -n); case $n in unlimited|??????*) n=65536;; esac; ulimit -n "$n" && exec "$@"'
  return ['/bin/sh', ['-c', raise, 'sh', program, ...args]]
}
