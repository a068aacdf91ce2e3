/**
 * Wraps a command to raise its limit of open files as far as the machine allows, up to 65,536. RabbitMQ reserves two
 * per quorum queue and one per connection; with the common 1,024 it hangs at some 450 queues, without an error. With
 * more than 65,536 the file table of Erlang takes gigabytes.
 */
export function withOpenFiles(program: string, args: string[]): [shell: string, args: string[]] {
  const raise = 'n=$(ulimit -H -n); case $n in unlimited|??????*) n=65536;; esac; ulimit -n "$n" && exec "$@"'
  return ['/bin/sh', ['-c', raise, 'sh', program, ...args]]
}
