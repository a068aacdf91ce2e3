/**
 * A line of rabbitmq.conf for small or shared machines. RabbitMQ holds the log of its quorum queues in memory too, by
 * default up to 512 MiB, and processes all of it when the log is full, which blocks clients for two to three seconds.
 * Its manual recommends memory of three times the log's size (rabbitmq.com/docs/quorum-queues, "Resource Use").
 */
export const smallRaftLog = 'raft.wal_max_size_bytes = 64000000'
