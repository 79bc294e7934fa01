import { SpeechFailure, stopIfAborted } from '../failure.ts'

/** A worker that runs one call at a time. When the signal aborts, `run` must settle within two seconds. */
export interface Lane<In, Out> {
  run(input: In, signal: AbortSignal): Promise<Out>
  close(): Promise<void>
}

/** A fixed number of lanes with a FIFO queue. Aborting a queued call has no cost. */
export function lanes<In, Out>(count: number, open: () => Lane<In, Out>): Lane<In, Out> {
  const all = Array.from({ length: count }, open)
  const free = [...all]
  const waiting: { go: (lane: Lane<In, Out>) => void; stop: (failure: SpeechFailure) => void }[] = []
  let closed = false

  const take = (signal: AbortSignal) =>
    new Promise<Lane<In, Out>>((resolve, reject) => {
      const lane = free.shift()
      if (lane) return resolve(lane)
      const giveUp = () => entry.stop(new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason }))
      const settle = () => {
        signal.removeEventListener('abort', giveUp)
        const place = waiting.indexOf(entry)
        if (place >= 0) waiting.splice(place, 1)
      }
      const entry = {
        go: (lane: Lane<In, Out>) => (settle(), resolve(lane)),
        stop: (failure: SpeechFailure) => (settle(), reject(failure)),
      }
      waiting.push(entry)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  return {
    async run(input, signal) {
      if (closed) throw new SpeechFailure('engine-closed', 'the engine is closed')
      stopIfAborted(signal)
      const lane = await take(signal)
      try {
        return await lane.run(input, signal)
      } finally {
        const next = waiting[0]
        if (next) next.go(lane)
        else free.push(lane)
      }
    },
    async close() {
      closed = true
      for (const entry of waiting.splice(0)) entry.stop(new SpeechFailure('engine-closed', 'the engine is closed'))
      await Promise.all(all.map((lane) => lane.close()))
    },
  }
}
