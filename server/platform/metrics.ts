import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics of one process. Names begin with `kaiwa_`, times are in seconds. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'kaiwa_' })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'kaiwa_http_request_seconds',
      help: 'Time from the request line to the last byte of the answer',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    jobs: new Histogram({
      name: 'kaiwa_job_seconds',
      help: 'Time one attempt at a job took',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200],
      registers,
    }),
    reactions: new Counter({
      name: 'kaiwa_reactions_total',
      help: 'Runs of event handlers',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    sockets: new Gauge({ name: 'kaiwa_realtime_sockets', help: 'Open sockets of this node', registers }),
    refusedConnections: new Counter({
      name: 'kaiwa_refused_connections_total',
      help: 'Connections and sockets that were closed at once because too many are open',
      labelNames: ['kind'],
      registers,
    }),
    broadcasts: new Counter({ name: 'kaiwa_realtime_messages_total', help: 'Messages sent to sockets', registers }),
    queue: new Gauge({
      name: 'kaiwa_jobs',
      help: 'Jobs in the queue',
      labelNames: ['job', 'state'],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof openMetrics>
