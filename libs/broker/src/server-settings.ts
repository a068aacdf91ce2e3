/**
 * A line of rabbitmq.conf for servers that have a machine of ordinary size to themselves or share it. RabbitMQ keeps what is
 * in the log of its quorum queues in memory too, by default up to 512 MiB, and goes through all of it at once when the log
 * is full: two to three seconds of a core, in which everybody waits. Its manual asks for three times the log's size in
 * memory (rabbitmq.com/docs/quorum-queues, "Resource Use").
 */
export const smallRaftLog = 'raft.wal_max_size_bytes = 64000000'
