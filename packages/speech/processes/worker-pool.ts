import { SpeechFailure, throwIfAborted } from '../speech-failure.ts'

/** A worker that runs one call at a time. When the signal aborts, `run` must settle within two seconds. */
export interface PoolWorker<In, Out> {
  run(input: In, signal: AbortSignal): Promise<Out>
  close(): Promise<void>
}

/** A fixed number of workers with a FIFO queue. Aborting a queued call has no cost. */
export function openWorkerPool<In, Out>(count: number, open: () => PoolWorker<In, Out>): PoolWorker<In, Out> {
  const all = Array.from({ length: count }, open)
  const free = [...all]
  const waiting: { go: (worker: PoolWorker<In, Out>) => void; stop: (failure: SpeechFailure) => void }[] = []
  let closed = false

  const takeWorker = (signal: AbortSignal) =>
    new Promise<PoolWorker<In, Out>>((resolve, reject) => {
      const worker = free.shift()
      if (worker) return resolve(worker)
      const giveUp = () => entry.stop(new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason }))
      const settle = () => {
        signal.removeEventListener('abort', giveUp)
        const place = waiting.indexOf(entry)
        if (place >= 0) waiting.splice(place, 1)
      }
      const entry = {
        go: (worker: PoolWorker<In, Out>) => (settle(), resolve(worker)),
        stop: (failure: SpeechFailure) => (settle(), reject(failure)),
      }
      waiting.push(entry)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  return {
    async run(input, signal) {
      if (closed) throw new SpeechFailure('engine-closed', 'the engine is closed')
      throwIfAborted(signal)
      const worker = await takeWorker(signal)
      try {
        return await worker.run(input, signal)
      } finally {
        const next = waiting[0]
        if (next) next.go(worker)
        else free.push(worker)
      }
    },
    async close() {
      closed = true
      for (const entry of waiting.splice(0)) entry.stop(new SpeechFailure('engine-closed', 'the engine is closed'))
      await Promise.all(all.map((worker) => worker.close()))
    },
  }
}
